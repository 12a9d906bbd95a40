import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSdkUpstream } from '../../src/upstream/sdk-upstream.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { arrivalOf, callOf, encodeHeader, modernRequest } from '../support/arrival.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Json } from '../support/mcp.js';
import {
  readMessages,
  type SendOptions,
  type Served,
  UpstreamClient,
} from '../support/upstream-client.js';

const serverInfo = { name: 'kitchen', version: '1' };
let upstream: Upstream;
let client: UpstreamClient;

beforeAll(() => {
  upstream = createSdkUpstream({ serverInfo, clock: new FakeClock() });
  client = new UpstreamClient(upstream);
});
afterAll(async () => {
  await upstream.close();
});

async function callTool(name: string, args: object = {}, options?: SendOptions): Promise<Served> {
  return await client.send('tools/call', { name, arguments: args }, options);
}

async function readFirst(uri: string): Promise<Json> {
  return (await client.send('resources/read', { uri })).reply.result.contents[0];
}

async function ship(args: object, headers: Readonly<Record<string, string>>): Promise<Served> {
  return await callTool('ship_order', { orderId: 'A-17', ...args }, { headers });
}

describe('the catalogue', () => {
  it('describes every tool and every argument', async () => {
    const { tools } = (await client.send('tools/list')).reply.result;
    const terse = tools.filter(({ description }: Json) => description.length < 40);
    const silent = tools.flatMap(({ name, inputSchema }: Json) =>
      Object.entries<Json>(inputSchema.properties)
        .filter(([, { description }]) => typeof description !== 'string')
        .map(([argument]) => `${name}.${argument}`),
    );
    expect(terse).toEqual([]);
    expect(silent).toEqual([]);
  });

  it('echo returns the text', async () => {
    const { reply } = await callTool('echo', { text: 'Grüße 🍲' });
    expect(reply.result.content).toEqual([{ type: 'text', text: 'Grüße 🍲' }]);
  });

  it('add returns the sum as structured content and as text', async () => {
    const { reply } = await callTool('add', { a: 2, b: 0.5 });
    expect(reply.result.structuredContent).toEqual({ sum: 2.5 });
    expect(reply.result.content).toEqual([{ type: 'text', text: '{"sum":2.5}' }]);
  });

  it('add tells a sum that is no number from a result', async () => {
    const { reply } = await callTool('add', { a: 1.7e308, b: 1.7e308 });
    expect(reply.result).toMatchObject({ isError: true });
  });

  it('wrong arguments are a tool error that names them', async () => {
    const { reply } = await callTool('add', { a: 'two', b: 1 });
    expect(reply.result.isError).toBe(true);
    expect(reply.result.content[0].text).toContain('a:');
  });

  it('run_scenario reports the session as it was when the call arrived', async () => {
    const sessionCounters = { posts: 7, methods: { 'tools/call': 3 }, calls: { x: 3 }, rounds: {} };
    const snapshot = { scenario: 'tool_error', session: 's-9', revision: 4, sessionCounters };
    const { reply } = await callTool('run_scenario', {}, { snapshot });
    expect(reply.result.structuredContent).toEqual({
      scenario: 'tool_error',
      session: 's-9',
      revision: 4,
      counters: sessionCounters,
    });
  });

  it('picture is a PNG', async () => {
    const [image] = (await callTool('picture')).reply.result.content;
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect(Buffer.from(image.data, 'base64').subarray(0, 8).toString('latin1')).toBe(
      '\u0089PNG\r\n\u001a\n',
    );
  });

  it('resources are text, binary and a template', async () => {
    expect((await readFirst('kitchen://guide')).text).toContain('# MCP Fault Kitchen');
    expect((await readFirst('kitchen://plate.png')).blob).toMatch(/^iVBORw0KGgo/);
    expect((await readFirst('kitchen://recipes/soup')).text).toContain('Simmer');
  });

  it.each([
    [{ type: 'ref/prompt', name: 'plan_meal' }, 'dish', 'p', ['pancakes']],
    [
      { type: 'ref/resource', uri: 'kitchen://recipes/{dish}' },
      'dish',
      '',
      ['dumplings', 'omelette', 'pancakes', 'soup'],
    ],
    [{ type: 'ref/prompt', name: 'plan_meal' }, 'guests', '', []],
  ])('completion of %o %s from %j', async (ref, name, value, expected) => {
    const { reply } = await client.send('completion/complete', { ref, argument: { name, value } });
    expect(reply.result.completion.values).toEqual(expected);
  });

  it('a prompt without a required argument is refused', async () => {
    const { reply } = await client.send('prompts/get', { name: 'plan_meal' });
    expect(reply.error.code).toBe(-32602);
  });
});

describe('slow', () => {
  const slow = { name: 'slow', arguments: { ms: 1_000, steps: 4 } };

  /** Runs the call with a clock that moves on as soon as it waits. */
  async function runSlow(options: SendOptions): Promise<Served> {
    const timers = new CountingClock();
    const own = createSdkUpstream({ serverInfo, clock: timers });
    const served = new UpstreamClient(own).send('tools/call', slow, options);
    for (let step = 1; step <= 4; step += 1) {
      await timers.started(step);
      timers.advance(250);
    }
    const result = await served;
    await own.close();
    return result;
  }

  it('sends growing progress for a token, then the result', async () => {
    const { answer, messages } = await runSlow({ meta: { progressToken: 'p' } });
    expect(answer.headers).toContainEqual(['content-type', 'text/event-stream']);
    expect(messages.slice(0, -1).map(({ params }) => params)).toEqual(
      [1, 2, 3, 4].map((progress) => ({
        progressToken: 'p',
        progress,
        total: 4,
        message: `Step ${progress} of 4`,
      })),
    );
    expect(messages.at(-1).result.content[0].text).toBe('Took 1000 ms in 4 steps.');
  });

  it('answers with plain JSON where no progress was asked for', async () => {
    const { answer } = await runSlow({});
    expect(answer.headers).toContainEqual(['content-type', 'application/json']);
  });

  it.each([{ progressToken: 'p' }, {}])('stops at once when the client goes (%o)', async (meta) => {
    const timers = new CountingClock();
    const own = createSdkUpstream({ serverInfo, clock: timers });
    const gone = new AbortController();
    const arrival = arrivalOf(modernRequest('tools/call', slow, { meta }));
    const answer = own.serve(callOf(arrival, { signal: gone.signal }));
    await timers.started(1);
    timers.advance(250);
    await timers.started(2);
    gone.abort();
    const { body } = await answer;
    if (body !== null) expect(await new Response(body).text()).not.toContain('"result"');
    expect(timers.open).toBe(0);
    timers.advance(10_000);
    expect(timers.total).toBe(2);
    await own.close();
  });
});

describe('log', () => {
  const args = { level: 'warning', message: 'hot', count: 2 };

  it.each([
    [{ 'io.modelcontextprotocol/logLevel': 'info' }, 2],
    [{ 'io.modelcontextprotocol/logLevel': 'error' }, 0],
    [{}, 0],
  ])('with %o sends %i messages', async (meta, sent) => {
    const { messages, reply } = await callTool('log', args, { meta });
    const logged = messages.filter(({ method }) => method === 'notifications/message');
    expect(logged.map(({ params }) => params)).toEqual(
      [1, 2].slice(0, sent).map((number) => ({
        level: 'warning',
        logger: 'kitchen',
        data: { message: 'hot', number },
      })),
    );
    expect(reply.result.content[0].text).toContain(`Sent ${sent} of 2`);
  });
});

describe('ship_order', () => {
  it('shows in tools/list which arguments are mirrored', async () => {
    const { tools } = (await client.send('tools/list')).reply.result;
    const tool = tools.find(({ name }: Json) => name === 'ship_order');
    const { region, parcels, express } = tool.inputSchema.properties;
    expect(region).toMatchObject({ type: 'string', 'x-mcp-header': 'Region' });
    expect(parcels).toMatchObject({ type: 'integer', 'x-mcp-header': 'Parcels' });
    expect(express).toMatchObject({ type: 'boolean', 'x-mcp-header': 'Express' });
  });

  it.each(['Zurich', 'Zürich', ' lead', 'a\r\nX-Evil: 1', '=?base64?x?=', ''])(
    'takes %j where the header says the same',
    async (region) => {
      const arrival = arrivalOf(
        modernRequest('tools/call', { name: 'ship_order', arguments: { orderId: 'A-17', region } }),
      );
      const header = ['mcp-param-region', encodeHeader(region)] as const;
      const call = callOf({ ...arrival, headers: [...arrival.headers, header] });
      const [reply] = await readMessages(await upstream.serve(call));
      expect(reply.result.structuredContent).toEqual({
        orderId: 'A-17',
        region,
        parcels: 1,
        express: false,
      });
    },
  );

  it('compares integers as numbers, and expects no header for what is left out', async () => {
    const { reply } = await ship(
      { region: 'x', parcels: 42, express: true },
      { 'mcp-param-region': 'x', 'Mcp-Param-Parcels': '42.0', 'mcp-param-express': 'true' },
    );
    expect(reply.result.structuredContent).toMatchObject({ parcels: 42, express: true });
  });

  it.each([
    ['missing', {}],
    ['another value', { 'mcp-param-region': 'Bern' }],
    ['another case', { 'mcp-param-region': 'zurich' }],
    ['broken Base64', { 'mcp-param-region': '=?base64?!!?=' }],
  ])('refuses a header that is %s', async (_what, headers) => {
    const { answer, reply } = await ship({ region: 'Zurich' }, headers);
    expect(answer.status).toBe(400);
    expect(reply.error.code).toBe(-32020);
  });
});

describe('connection', () => {
  it('tells what the server sees of the caller', async () => {
    const capabilities = { elicitation: {}, roots: {} };
    const { reply } = await callTool('connection', {}, { capabilities });
    expect(reply.result.structuredContent).toMatchObject({
      era: 'modern',
      protocolVersion: '2026-07-28',
      client: { name: 'test-client', version: '1.0.0' },
      capabilities,
      multiRoundTrips: { possible: true, kinds: ['form', 'roots'] },
    });
  });

  it('compares the protocol headers with the body, and keeps others to itself', async () => {
    const headers = { authorization: 'Bearer secret', 'Mcp-Session-Id': 'old' };
    const { reply } = await callTool('connection', {}, { headers, capabilities: {} });
    const { structuredContent } = reply.result;
    expect(structuredContent.multiRoundTrips).toEqual({ possible: false, kinds: [] });
    expect(structuredContent.headers).toEqual(
      expect.arrayContaining([
        { name: 'mcp-protocol-version', value: '2026-07-28', matchesBody: true },
        { name: 'mcp-method', value: 'tools/call', matchesBody: true },
        { name: 'mcp-name', value: 'connection', matchesBody: true },
        { name: 'Mcp-Session-Id', value: 'old', matchesBody: null },
      ]),
    );
    expect(JSON.stringify(reply)).not.toContain('secret');
  });
});

class CountingClock extends FakeClock {
  open = 0;
  total = 0;
  #waiting: (() => void)[] = [];

  override after(ms: number, callback: () => void): () => void {
    this.open += 1;
    this.total += 1;
    for (const look of this.#waiting) look();
    let over = false;
    const done = (): void => {
      if (!over) this.open -= 1;
      over = true;
    };
    const callOff = super.after(ms, () => {
      done();
      callback();
    });
    return () => {
      done();
      callOff();
    };
  }

  /** Resolves once so many timers were started. */
  async started(count: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.total >= count) resolve();
      };
      this.#waiting.push(look);
      look();
    });
  }
}
