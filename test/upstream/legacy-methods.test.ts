import { describe, expect, it } from 'vitest';
import { EVERYTHING, LegacyClient } from '../support/legacy-client.js';
import { testKitchen } from '../support/kitchen.js';

describe('initialize', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['never', '2025-11-25'],
  ])('asked for %s agrees on %s', async (protocolVersion, agreed) => {
    const kitchen = await testKitchen();
    const client = new LegacyClient(kitchen, { protocolVersion });
    const { reply, response } = await client.initialize();
    expect(reply.result).toMatchObject({
      protocolVersion: agreed,
      serverInfo: { name: 'mcp-fault-kitchen' },
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        logging: {},
        completions: {},
      },
    });
    const session = response.headers.get('kitchen-session') ?? '';
    expect(kitchen.service.session('default', session)).toMatchObject({
      era: 'legacy',
      protocolVersion: agreed,
      client: { name: 'old-client', version: '1.0.0' },
      established: true,
    });
  });

  it('is answered with a new id each time that nobody can guess', async () => {
    const kitchen = await testKitchen();
    const ids = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      const client = new LegacyClient(kitchen);
      await client.initialize();
      expect(client.id).toMatch(/^[A-Za-z0-9_-]{32}$/);
      ids.add(client.id ?? '');
    }
    expect(ids.size).toBe(20);
  });

  it('is refused in a session that has one', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const { status, reply } = await client.initialize();
    expect([status, reply.error.code]).toEqual([400, -32600]);
  });

  it('gives no id where it is answered by a fault', async () => {
    const kitchen = await testKitchen({
      scenario: 'jsonrpc_error',
      params: { code: -32603, on: { method: 'initialize', nth: 1 } },
    });
    const client = new LegacyClient(kitchen);
    const failed = await client.initialize();
    expect(failed).toMatchObject({ status: 200, reply: { error: { code: -32603 } } });
    expect(client.id).toBeNull();
    const session = failed.response.headers.get('kitchen-session');
    const again = await client.initialize();
    expect(again.reply.result.protocolVersion).toBe('2025-11-25');
    expect(again.response.headers.get('kitchen-session')).toBe(session);
  });
});

describe('the methods of the 2025 era', () => {
  it.each([
    ['ping', {}, {}],
    ['tools/list', {}, { tools: expect.arrayContaining([{ name: 'echo' }].map(like)) }],
    ['tools/call', { name: 'echo', arguments: { text: 'x' } }, { content: [{ text: 'x' }] }],
    ['tools/call', { name: 'add', arguments: { a: 1, b: 2 } }, { structuredContent: { sum: 3 } }],
    ['tools/call', { name: 'picture' }, { content: [{ type: 'image' }, {}] }],
    ['tools/call', { name: 'echo', arguments: {} }, { isError: true }],
    [
      'tools/call',
      { name: 'ship_order', arguments: { orderId: 'A-17', region: 'Zürich' } },
      { structuredContent: { region: 'Zürich', parcels: 1 } },
    ],
    ['prompts/list', {}, { prompts: [{}, { name: 'plan_meal' }] }],
    ['prompts/get', { name: 'plan_meal', arguments: { dish: 'soup' } }, { messages: [{}] }],
    ['resources/list', {}, { resources: [{ uri: 'kitchen://guide' }, {}] }],
    ['resources/templates/list', {}, { resourceTemplates: [{}] }],
    ['resources/read', { uri: 'kitchen://guide' }, { contents: [{ mimeType: 'text/markdown' }] }],
    ['resources/read', { uri: 'kitchen://recipes/soup' }, { contents: [{}] }],
    ['resources/subscribe', { uri: 'kitchen://guide' }, {}],
    ['resources/unsubscribe', { uri: 'kitchen://guide' }, {}],
    ['logging/setLevel', { level: 'warning' }, {}],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'plan_meal' }, argument: { name: 'dish', value: 'so' } },
      { completion: { values: ['soup'] } },
    ],
    [
      'completion/complete',
      {
        ref: { type: 'ref/resource', uri: 'kitchen://recipes/{dish}' },
        argument: { name: 'dish', value: 'p' },
      },
      { completion: { values: ['pancakes'] } },
    ],
  ])('%s %j', async (method, params, result) => {
    const client = await LegacyClient.connect(await testKitchen());
    const { status, reply } = await client.request(method, params);
    expect(status).toBe(200);
    expect(reply.result).toMatchObject(result);
    expect(reply.result).not.toHaveProperty('resultType');
  });

  it.each([
    ['kitchen/unknown', {}, -32601],
    ['server/discover', {}, -32601],
    ['subscriptions/listen', { notifications: {} }, -32601],
    ['tools/call', { name: 'no-such-tool' }, -32602],
    ['prompts/get', { name: 'no-such-prompt' }, -32602],
    ['resources/read', { uri: 'kitchen://nowhere' }, -32602],
  ])('%s %j is an error inside HTTP 200', async (method, params, code) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const { status, reply } = await client.request(method, params);
    expect([status, reply.error.code]).toEqual([200, code]);
    expect(kitchen.observations()[0]).toMatchObject({ outcome: 'JSONRPC_ERROR', errorCode: code });
  });

  it('progress comes on the stream of its call', async () => {
    const client = await LegacyClient.connect(await testKitchen());
    const { messages } = await client.request('tools/call', {
      name: 'slow',
      arguments: { ms: 3, steps: 3 },
      _meta: { progressToken: 'p' },
    });
    expect(messages.map(({ method, params }) => [method, params?.progress])).toEqual([
      ['notifications/progress', 1],
      ['notifications/progress', 2],
      ['notifications/progress', 3],
      [undefined, undefined],
    ]);
  });

  it('log messages come from the level on that the session has set', async () => {
    const client = await LegacyClient.connect(await testKitchen());
    const heard = async (level: string): Promise<number> =>
      (await client.call('log', { level, count: 2 })).messages.length - 1;
    expect([await heard('debug'), await heard('error')]).toEqual([2, 2]);
    await client.request('logging/setLevel', { level: 'warning' });
    expect([await heard('info'), await heard('error')]).toEqual([0, 2]);
  });

  it('the tool "connection" knows what initialize said', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { protocolVersion: '2025-06-18' });
    const { reply } = await client.call('connection');
    expect(reply.result.structuredContent).toMatchObject({
      era: 'legacy',
      protocolVersion: '2025-06-18',
      protocolVersions: kitchen.service.health().protocolVersions,
      client: { name: 'old-client', version: '1.0.0' },
      capabilities: EVERYTHING,
      multiRoundTrips: { possible: true, kinds: ['form', 'url', 'sampling', 'roots'] },
    });
  });

  it('is recorded with the version agreed on where the client names none', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { protocolVersion: '2025-03-26' });
    await client.request('ping', {}, { 'mcp-protocol-version': '' });
    expect(kitchen.observations()[0]).toMatchObject({
      era: 'legacy',
      protocolVersion: '2025-03-26',
      client: { name: 'old-client', version: '1.0.0' },
    });
  });
});

describe('messages that are no request', () => {
  it.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }],
    ['a response that nobody asked for', { jsonrpc: '2.0', id: 99, result: {} }],
    [
      'an error that nobody asked for',
      { jsonrpc: '2.0', id: 99, error: { code: 1, message: 'x' } },
    ],
  ])('%s is accepted without a body', async (_what, message) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const { status, messages, response } = await client.post(message);
    expect([status, messages]).toEqual([202, []]);
    expect(response.headers.get('kitchen-session')).toBe(await client.session());
    expect(kitchen.observations({ limit: 2 })[1]).toMatchObject({ outcome: 'ACCEPTED' });
  });

  it('a batch is answered whole, each call with its own arguments', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { protocolVersion: '2025-03-26' });
    const { status, messages } = await client.post([
      client.message('tools/call', { name: 'echo', arguments: { text: 'a' } }, 'one'),
      { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
      client.message('tools/call', { name: 'echo', arguments: { text: 'b' } }, 'two'),
    ]);
    expect(status).toBe(200);
    expect(messages.map(({ id, result }) => [id, result.content[0].text])).toEqual([
      ['one', 'a'],
      ['two', 'b'],
    ]);
    expect(kitchen.observations()[0]).toMatchObject({
      rpc: { kind: 'batch' },
      outcome: 'UNJUDGED',
      counters: { post: 3 },
    });
  });
});

describe('ids', () => {
  it.each(['1.0', '1e0', '"a\\u0062"', '"\\/"', '-0'])('%s goes back as it came', async (token) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send(
      'POST',
      `{"jsonrpc":"2.0","id":${token},"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`,
    );
    expect(await response.text()).toContain(`"id":${token}`);
    expect(kitchen.observations()[0]).toMatchObject({ outcome: 'TOOL_SUCCESS' });
  });

  it('of a client and of the server may be the same', async () => {
    const client = await LegacyClient.connect(await testKitchen());
    const token = '0.0';
    const response = await client.send(
      'POST',
      `{"jsonrpc":"2.0","id":${token},"method":"tools/call","params":{"name":"ask"}}`,
    );
    const reader = response.body!.getReader();
    let text = '';
    const decoder = new TextDecoder();
    while (!text.includes('elicitation/create')) {
      text += decoder.decode((await reader.read()).value, { stream: true });
    }
    expect(text).toContain('"id":0}');
    await client.answer(0, { action: 'decline' });
    while (!text.includes('"result"')) {
      text += decoder.decode((await reader.read()).value, { stream: true });
    }
    expect(text).toContain(`"id":${token}`);
  });
});

describe('requests that the transport refuses', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it.each<[string, object | string, Record<string, string>, number, number]>([
    ['an Accept without event streams', ping, { accept: 'application/json' }, 406, -32000],
    ['another Content-Type', ping, { 'content-type': 'text/plain' }, 415, -32000],
    ['a version that is not spoken', ping, { 'mcp-protocol-version': '2024-11-05' }, 400, -32000],
    ['a body that is no JSON', '{"jsonrpc":', {}, 400, -32700],
    ['a body that is no message', '{"a":1}', {}, 400, -32700],
    ['an id that is a fraction', { ...ping, id: 1.5 }, {}, 400, -32700],
  ])('%s', async (_what, body, headers, status, code) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    const answer = await client.post(body, headers);
    expect([answer.status, answer.reply.error.code]).toEqual([status, code]);
    expect(kitchen.observations()[0]).toMatchObject({
      session,
      era: 'legacy',
      outcome: 'HTTP_ERROR',
      errorCode: code,
    });
    expect((await client.call('echo', { text: 'x' })).reply.result.content[0].text).toBe('x');
  });
});

function like(value: object): unknown {
  return expect.objectContaining(value);
}
