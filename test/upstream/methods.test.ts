import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSdkUpstream } from '../../src/upstream/sdk-upstream.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { arrivalOf, callOf, modernRequest } from '../support/arrival.js';
import { FakeClock } from '../support/fake-clock.js';
import { messageErrors } from '../support/schema.js';
import { UpstreamClient } from '../support/upstream-client.js';

const serverInfo = { name: 'mcp-fault-kitchen', version: '1.2.3' };
let upstream: Upstream;
let client: UpstreamClient;

beforeAll(() => {
  upstream = createSdkUpstream({ serverInfo, clock: new FakeClock() });
  client = new UpstreamClient(upstream);
});
afterAll(async () => {
  await upstream.close();
});

async function toolNames(): Promise<string[]> {
  const { tools } = (await client.send('tools/list')).reply.result;
  return tools.map(({ name }: { name: string }) => name);
}

describe('the ten client methods', () => {
  it.each([
    ['server/discover', {}],
    ['tools/list', {}],
    ['tools/call', { name: 'echo', arguments: { text: 'hello' } }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'plan_meal', arguments: { dish: 'soup' } }],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'kitchen://guide' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'plan_meal' }, argument: { name: 'dish', value: 's' } },
    ],
  ])('%s gets a result that follows the schema and names the server', async (method, params) => {
    const { answer, reply } = await client.send(method, params);
    expect(answer.status).toBe(200);
    expect(answer.headers).toContainEqual(['content-type', 'application/json']);
    expect(reply.result.resultType).toBe('complete');
    expect(reply.result).toMatchObject({
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    });
  });

  it.each([
    'server/discover',
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
  ])('%s says how long its result may be kept', async (method) => {
    const { reply } = await client.send(method);
    expect(reply.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it('server/discover advertises all capabilities', async () => {
    const { reply } = await client.send('server/discover');
    expect(reply.result.supportedVersions).toEqual(['2026-07-28']);
    expect(reply.result.capabilities).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      logging: {},
      completions: {},
    });
  });

  it('lists come in the same order every time', async () => {
    expect(await toolNames()).toEqual([
      'run_scenario',
      'echo',
      'add',
      'slow',
      'ask',
      'ship_order',
      'picture',
      'log',
      'connection',
    ]);
    expect(await toolNames()).toEqual(await toolNames());
  });

  it('a plan of the session takes the place of the catalogue, and leaves the catalogue alone', async () => {
    const plan = upstream.plan();
    plan.tools.delete('echo');
    plan.prompts.clear();
    const tools = (await client.send('tools/list', {}, { plan })).reply.result.tools;
    expect(tools).not.toContainEqual(expect.objectContaining({ name: 'echo' }));
    expect((await client.send('prompts/list', {}, { plan })).reply.result.prompts).toEqual([]);
    const healthy = (await client.send('tools/list')).reply.result.tools;
    expect(healthy).toContainEqual(expect.objectContaining({ name: 'echo' }));
  });
});

describe('what does not exist', () => {
  it.each([
    ['tools/call', { name: 'nothing' }, 200, -32602],
    ['tools/call', { name: 'constructor' }, 200, -32602],
    ['prompts/get', { name: 'nothing' }, 200, -32602],
    ['resources/read', { uri: 'kitchen://nothing' }, 200, -32602],
    ['resources/read', { uri: 'kitchen://recipes/stones' }, 200, -32602],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'nothing' }, argument: { name: 'a', value: '' } },
      200,
      -32602,
    ],
    ['tools/eat', {}, 404, -32601],
  ])('%s %o is answered %i with %i', async (method, params, status, code) => {
    const { answer, reply } = await client.send(method, params);
    expect(answer.status).toBe(status);
    expect(reply.error.code).toBe(code);
  });
});

describe('requests that are not as they should be', () => {
  it.each([
    ['a body that is no JSON', '{broken', {}, 400, -32700],
    ['an empty body', '', {}, 400, -32700],
    ['a batch', JSON.stringify([modernRequest('tools/list')]), {}, 400, -32600],
    ['JSON null', 'null', {}, 400, -32600],
    ['a method unlike its header', modernRequest('tools/list'), { 'mcp-method': 'x' }, 400, -32020],
    [
      'a missing version header',
      modernRequest('tools/list'),
      { 'mcp-protocol-version': '' },
      400,
      -32020,
    ],
    [
      'an unknown log level',
      modernRequest('tools/list', {}, { meta: { 'io.modelcontextprotocol/logLevel': 'loud' } }),
      {},
      400,
      -32602,
    ],
    [
      'initialize',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'a', version: '1' },
        },
      },
      { 'mcp-protocol-version': '' },
      400,
      -32022,
    ],
  ])('%s is refused by the SDK', async (_what, message, headers, status, code) => {
    const { answer, reply } = await client.post(message, { headers });
    expect(answer.status).toBe(status);
    expect(reply.error.code).toBe(code);
  });

  it.each(['GET', 'DELETE', 'PUT', 'TRACE'])('%s is answered 405', async (verb) => {
    const { answer } = await client.post('', { verb });
    expect(answer.status).toBe(405);
    expect(answer.headers).toContainEqual(['allow', 'POST']);
  });

  it('a notification is accepted without a body', async () => {
    const message = {
      ...modernRequest('notifications/cancelled', { requestId: 'x' }),
      id: undefined,
    };
    const { answer } = await client.post(message);
    expect(answer).toMatchObject({ status: 202, body: null });
  });

  it('arguments as deep as JSON goes hurt nobody', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const message = JSON.stringify(
      modernRequest('tools/call', { name: 'ask', arguments: { subject: 'x', deep: 0 } }),
    ).replace('"deep":0', `"deep":${deep}`);
    const { reply } = await client.post(message);
    expect(reply.result.resultType).toBe('input_required');
  });
});

describe('subscriptions/listen', () => {
  const filter = { toolsListChanged: true, resourceSubscriptions: ['kitchen://guide'] };

  it('delivers the changes of its own workspace, and a final result at the end', async () => {
    const own = createSdkUpstream({ serverInfo, clock: new FakeClock() });
    const listen = modernRequest('subscriptions/listen', { notifications: filter }, { id: 'L1' });
    const answer = await own.serve(callOf(arrivalOf(listen, { workspace: 'a' })));
    expect(answer.headers.map(([name]) => name)).not.toContain('connection');
    const text = new Response(answer.body).text();

    own.notify('b', 'tools');
    own.notify('a', 'tools');
    own.notify('a', 'prompts');
    own.notify('a', { resource: 'kitchen://guide' });
    await own.closeWorkspace('a');

    const messages = (await text)
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
    expect(messages.flatMap((m) => messageErrors('subscriptions/listen', m))).toEqual([]);
    expect(messages.map((m) => m.method ?? m.result.resultType)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'notifications/resources/updated',
      'complete',
    ]);
    expect(messages.at(-1)).toMatchObject({
      id: 'L1',
      result: { _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } },
    });
    await own.close();
  });

  it('ends all streams at the close, and a workspace can be used again after its own', async () => {
    const own = createSdkUpstream({ serverInfo, clock: new FakeClock() });
    await own.closeWorkspace('a');
    const again = new UpstreamClient(own, { workspace: 'a' });
    expect((await again.send('tools/list')).answer.status).toBe(200);
    const listen = modernRequest('subscriptions/listen', { notifications: filter });
    const answers = await Promise.all(
      ['a', 'b'].map((workspace) => own.serve(callOf(arrivalOf(listen, { workspace })))),
    );
    await own.close();
    for (const answer of answers) {
      expect(await new Response(answer.body).text()).toContain('"resultType":"complete"');
    }
  });
});
