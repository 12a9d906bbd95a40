/** The transport of 2024-11-05 for the official client that still speaks it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Kitchen } from 'mcp-fault-kitchen';
import { testKitchen } from '../../support/kitchen.js';

interface Opened {
  readonly kitchen: Kitchen;
  readonly client: Client;
  readonly transport: SSEClientTransport;
  readonly session: string;
  readonly errors: Error[];
}

/** A client that has not connected yet. */
async function clientOf(how: string, params: object = {}): Promise<Opened> {
  const kitchen = await testKitchen();
  const { url, id } = kitchen.order({ scenario: 'old_transport', params: { how, ...params } });
  const errors: Error[] = [];
  const client = new Client(
    { name: 'old-timer', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  );
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a property of the SDK's client, no event target
  client.onerror = (error) => errors.push(error);
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: 'accept',
    content: { name: 'Ann', approved: true },
  }));
  const transport = new SSEClientTransport(new URL(url));
  onTestFinished(() => client.close());
  return { kitchen, client, transport, session: id, errors };
}

function rulesOfLast(kitchen: Kitchen, session: string): readonly string[] {
  const seen = kitchen.observations({ session }).filter(({ http }) => http.method === 'POST');
  const last = seen.reduce((one, other) => (other.number > one.number ? other : one));
  return last.findings.map(({ rule }) => rule);
}

const ECHO = { name: 'echo', arguments: { text: 'hi {{n}}' } };
const SAID = { content: [{ text: 'hi {{n}}' }] };

describe('the old transport', () => {
  it.each(['works', 'relative_endpoint', 'absolute_endpoint', 'endpoint_after_message'])(
    'can be used (%s)',
    async (how) => {
      const { client, transport } = await clientOf(how);
      await client.connect(transport);
      expect(client.getServerVersion()?.name).toBe('mcp-fault-kitchen');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('echo');
      expect(await client.callTool(ECHO)).toMatchObject(SAID);
    },
  );

  it('carries progress, and asks', async () => {
    const { kitchen, client, transport, session } = await clientOf('works');
    await client.connect(transport);
    const initialize = kitchen
      .observations({ session })
      .find(({ rpc }) => rpc.method === 'initialize');
    expect(initialize).toMatchObject({ http: { status: 202 }, fault: { kind: 'old_message' } });
    const steps: number[] = [];
    await client.callTool({ name: 'slow', arguments: { ms: 30, steps: 3 } }, undefined, {
      onprogress: ({ progress }) => steps.push(progress),
    });
    // This client forgets whom to tell as soon as the answer is there, and it comes right after the third.
    expect(steps.slice(0, 2)).toEqual([1, 2]);
    expect(await client.callTool({ name: 'ask' })).toMatchObject({
      structuredContent: { action: 'accept' },
    });
  });

  it('blames no client for what Streamable HTTP alone asks for', async () => {
    const { kitchen, client, transport, session } = await clientOf('works');
    await client.connect(transport);
    await client.listTools();
    await client.callTool(ECHO);
    const seen = kitchen.observations({ session });
    const posts = seen.filter(({ http }) => http.method === 'POST');
    expect(posts.map(({ rpc }) => rpc.method)).toEqual(
      expect.arrayContaining(['initialize', 'tools/list', 'tools/call']),
    );
    expect(seen.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('blames no client that names no version, nor one whose stream has ended', async () => {
    const { kitchen, client, transport, session } = await clientOf('works');
    await client.connect(transport);
    const [opened] = kitchen.observations({ session }).filter(({ http }) => http.method === 'POST');
    const post = async (body: string): Promise<readonly string[]> => {
      const headers = { 'content-type': 'application/json' };
      const url = `${kitchen.url}${opened?.http.path ?? ''}`;
      await (await fetch(url, { method: 'POST', headers, body })).text();
      return rulesOfLast(kitchen, session);
    };
    const list = '{"jsonrpc":"2.0","id":9,"method":"tools/list"}';
    expect(await post(list)).toEqual([]);
    expect(await post('{"jsonrpc":"1.0","id":9,"method":"tools/list"}')).toEqual(['C-BASE-02']);
    await client.close();
    expect(await post(list)).toEqual([]);
  });

  it('carries what is posted to a stream, whatever answers it', async () => {
    const kitchen = await testKitchen();
    const rules = [
      { at: 'head', on: { verb: 'GET' }, do: { old_stream: { sessionId: 's-1' } } },
      { on: { verb: 'POST' }, do: { http_status: { status: 503 } } },
    ];
    const { url, id } = kitchen.order({ scenario: 'script', params: { rules } });
    const stream = await fetch(url);
    onTestFinished(() => stream.body?.cancel());
    const post = async (address: string): Promise<readonly string[]> => {
      const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2024-11-05' };
      const body = '{"jsonrpc":"2.0","id":9,"method":"tools/list"}';
      await (await fetch(address, { method: 'POST', headers, body })).text();
      return rulesOfLast(kitchen, id);
    };
    expect(await post(`${url}?sessionId=s-1`)).toEqual([]);
    expect(await post(`${url}?sessionId=s-2`)).toEqual(['C-HTTP-03', 'C-HTTP-12']);
  });

  it('blames nobody who posts to a stream that was never to be used', async () => {
    const { kitchen, client, transport, session } = await clientOf('closed');
    await expect(client.connect(transport)).rejects.toThrow('404');
    expect(rulesOfLast(kitchen, session)).toEqual([]);
  });

  it('is not what carries a POST that comes before any stream', async () => {
    const { kitchen, session } = await clientOf('works');
    const key = kitchen.service.session('default', session).key ?? '';
    const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const url = `${kitchen.url}/w/default/s/${key}/mcp`;
    const body = '{"jsonrpc":"2.0","id":9,"method":"tools/list"}';
    await (await fetch(url, { method: 'POST', headers, body })).text();
    const [seen] = kitchen.observations({ session });
    expect(seen?.findings.map(({ rule }) => rule)).toEqual(['C-HTTP-03']);
  });

  it('answers calls that run side by side, and two clients apart', async () => {
    const { kitchen, client, transport, session } = await clientOf('works');
    await client.connect(transport);
    const other = new Client({ name: 'second', version: '1.0.0' });
    onTestFinished(() => other.close());
    const address = kitchen.service.session('default', session).key ?? '';
    const url = new URL(`${kitchen.url}/w/default/s/${address}/mcp`);
    await other.connect(new SSEClientTransport(url));
    const answers = await Promise.all(
      [client, other, client, other].map((each, index) =>
        each.callTool({ name: 'echo', arguments: { text: `number ${String(index)}` } }),
      ),
    );
    expect(answers).toMatchObject(
      [0, 1, 2, 3].map((index) => ({ content: [{ text: `number ${String(index)}` }] })),
    );
  });

  it('can name an address that no client should post to', async () => {
    const { client, transport } = await clientOf('foreign_endpoint');
    await expect(client.connect(transport)).rejects.toThrow('Endpoint origin does not match');
  });

  it('is lost where the stream ends before the answer', async () => {
    const { client, transport, errors } = await clientOf('closed_before_answer');
    await client.connect(transport);
    await expect(client.callTool(ECHO, undefined, { timeout: 500 })).rejects.toThrow('timed out');
    expect(errors.length).toBeGreaterThan(0);
  });

  it.each(['answer_in_body', 'no_answer'])('has no answer on the stream (%s)', async (how) => {
    const { client, transport } = await clientOf(how);
    await client.connect(transport);
    await expect(client.callTool(ECHO, undefined, { timeout: 300 })).rejects.toThrow('timed out');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('forgets a stream that its client has left', async () => {
    const { kitchen, client, transport, session } = await clientOf('works');
    await client.connect(transport);
    const [opened] = kitchen
      .observations({ session })
      .filter(({ rpc }) => rpc.method === 'initialize');
    const url = `${kitchen.url}${opened?.http.path ?? ''}`;
    const post = async (): Promise<number> => {
      const body = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
      const headers = { 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect(await post()).toBe(202);
    await client.close();
    await expect.poll(post).toBe(404);
  });

  it('ends with its session', async () => {
    const { kitchen, session } = await clientOf('works');
    const key = kitchen.service.session('default', session).key ?? '';
    const response = await fetch(`${kitchen.url}/w/default/s/${key}/mcp`);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: endpoint');
    kitchen.service.endSession('default', session);
    expect(await reader?.read()).toMatchObject({ done: true });
  });
});
