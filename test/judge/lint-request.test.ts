import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/clock.js';
import { receive } from '../../src/exchange/receive.js';
import type { Arrival } from '../../src/exchange/message.js';
import { lintRequest, REQUEST_RULES } from '../../src/judge/lint-request.js';
import { wireOf } from '../../src/wire/node-wire.js';
import { arrivalOf, modernRequest, type ArrivalOptions } from '../support/arrival.js';

type JsonObject = Readonly<Record<string, unknown>>;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
};
const CALL = modernRequest('tools/call', { name: 'echo', arguments: {} });

const rulesOf = (arrival: Arrival): readonly string[] =>
  lintRequest(arrival).map(({ rule, level }) => `${rule} ${level}`);
const lint = (message: object | string, options?: ArrivalOptions): readonly string[] =>
  rulesOf(arrivalOf(message, options));
const withMeta = (meta: JsonObject): readonly string[] =>
  lint({ ...CALL, params: { name: 'echo', _meta: meta } });

describe('a healthy request', () => {
  it.each([
    ['a call', CALL],
    ['a list', modernRequest('tools/list')],
    ['a handshake', modernRequest('server/discover')],
    [
      'a call of a name that a header cannot carry',
      modernRequest('tools/call', { name: 'naïve ' }),
    ],
    ['a subscription', modernRequest('subscriptions/listen', { notifications: {} })],
    [
      'a further round',
      {
        ...CALL,
        id: 'a',
        params: {
          name: 'echo',
          requestState: 's',
          _meta: META,
          inputResponses: { who: { action: 'decline' } },
        },
      },
    ],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/x' }],
  ])('has no findings: %s', (_, message) => {
    expect(lintRequest(arrivalOf(message))).toEqual([]);
  });

  it('of the official client has none', async () => {
    const arrivals: Arrival[] = [];
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 's', version: '1' });
      const inputSchema = z.object({ text: z.string() });
      server.registerTool('echo', { inputSchema }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
      server.registerResource('r', 'demo://menu', {}, (uri) => ({
        contents: [{ uri: uri.href, text: 'x' }],
      }));
      server.registerPrompt('grüße', {}, () => ({
        messages: [{ role: 'user', content: { type: 'text', text: 'x' } }],
      }));
      return server;
    });
    const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: async (url, init) => {
        const request = new Request(url, init);
        const address = { workspace: 'default', key: null };
        const options = { clock: systemClock, maxBodyBytes: 1_000_000, protocol: 'both' } as const;
        const received = await receive(wireOf(undefined, request.clone()), address, options);
        if (received.kind === 'arrived') arrivals.push(received.arrival);
        return handler.fetch(request);
      },
    });
    const client = new Client(
      { name: 'c', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(transport);
    await client.listTools();
    await client.callTool({ name: 'echo', arguments: { text: 'Zürich' } });
    await client.listResources();
    await client.readResource({ uri: 'demo://menu' });
    await client.getPrompt({ name: 'grüße' });
    await client.close();
    expect(arrivals.map(({ rpc }) => rpc.method)).toContain('prompts/get');
    expect(arrivals.flatMap((arrival) => lintRequest(arrival))).toEqual([]);
  });
});

describe('the message', () => {
  it.each<[string, object | string, readonly string[]]>([
    ['is no JSON', '{"jsonrpc":', ['C-BASE-02 must']],
    ['is empty', '', ['C-BASE-02 must']],
    ['is a scalar', '42', ['C-BASE-02 must']],
    ['is of another version', { ...CALL, jsonrpc: '1.0' }, ['C-BASE-02 must']],
    ['has no method', { jsonrpc: '2.0', id: 1, params: {} }, ['C-BASE-02 must']],
    [
      'has positional params',
      { jsonrpc: '2.0', method: 'notifications/x', params: [] },
      ['C-BASE-02 must'],
    ],
    ['is a batch', [CALL], ['C-HTTP-05 must']],
    ['is a response', { jsonrpc: '2.0', id: 1, result: {} }, ['C-HTTP-06 must']],
    [
      'is an error',
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } },
      ['C-HTTP-06 must'],
    ],
    ['has a fraction for an id', { ...CALL, id: 1.5 }, ['C-BASE-03 must']],
    ['has an object for an id', { ...CALL, id: {} }, ['C-BASE-03 must']],
    ['has a null id', { ...CALL, id: null }, ['C-BASE-04 must']],
    [
      'is a notification with an id',
      { ...CALL, method: 'notifications/x', params: { _meta: META } },
      ['C-BASE-16 must'],
    ],
    [
      'cancels a request',
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      ['C-CAN-02 should'],
    ],
    [
      'asks for odd notifications',
      modernRequest('subscriptions/listen', { notifications: { toolsListChanged: 'yes' } }),
      ['C-SUB-01 must'],
    ],
    [
      'wraps an input response',
      modernRequest('tools/call', {
        name: 'a',
        inputResponses: { who: { result: { action: 'accept' } } },
      }),
      ['C-MRTR-19 must'],
    ],
  ])('%s', (_, message, rules) => {
    expect(lint(message)).toEqual(rules);
  });

  it('may have an integer written with a point for an id, and should have none that is rounded', () => {
    const text = JSON.stringify({ ...CALL, id: 0 });
    const withId = (id: string): readonly string[] => lint(text.replace('"id":0', `"id":${id}`));
    for (const id of ['9007199254740991', '1.0', '-1']) expect(withId(id)).toEqual([]);
    for (const id of ['9007199254740993', '-12345678901234567890']) {
      expect(withId(id)).toEqual(['C-BASE-03 should']);
    }
  });

  it.each<[string, string, readonly string[]]>([
    ['a member of its own', '{"extra":1,', ['C-BASE-02 should']],
    ['a member twice', '{"jsonrpc":"2.0",', ['C-BASE-02 should']],
    ['a member twice, once escaped', String.raw`{"json\u0072pc":"2.0",`, ['C-BASE-02 should']],
    ['more space than it needs', '{ ', []],
  ])('with %s', (_, begin, rules) => {
    expect(lint(JSON.stringify(CALL).replace('{', begin))).toEqual(rules);
  });

  it('names what stands twice deep in it, and takes no text for names', () => {
    const text = (args: string): string =>
      JSON.stringify(modernRequest('tools/call', { name: 'echo', arguments: {} })).replace(
        '"arguments":{}',
        `"arguments":${args}`,
      );
    const [finding] = lintRequest(arrivalOf(text('{"list":[{"a":1},{"b":{"c":1, "c":2}}]}')));
    expect(finding?.text).toBe('The name "c" stands twice in one object.');
    expect(lint(text(String.raw`{ "a": ["a", "a", "\"a\":"], "b": {"a": "b"}, "c": {}}`))).toEqual(
      [],
    );
  });

  it('without an id is a request that lacks one, unless it is a notification', () => {
    const { id: _, ...withoutId } = CALL;
    expect(lint(withoutId)).toEqual(['C-BASE-03 must']);
  });

  it('must be UTF-8, and should have no byte order mark', () => {
    const arrival = arrivalOf(CALL);
    const latin1 = { ...arrival, body: Uint8Array.of(0x22, 0xfc, 0x22) };
    expect(rulesOf(latin1)).toEqual(['C-TRN-01 must']);
    const marked = { ...arrival, body: Uint8Array.of(0xef, 0xbb, 0xbf, ...arrival.body) };
    expect(rulesOf(marked)).toEqual(['C-TRN-01 should']);
  });
});

describe('_meta', () => {
  const VERSION = 'io.modelcontextprotocol/protocolVersion';
  const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
  const INFO = 'io.modelcontextprotocol/clientInfo';
  it.each<[string, JsonObject, readonly string[]]>([
    ['with all it needs', META, []],
    ['without a version', { ...META, [VERSION]: undefined }, ['C-BASE-38 must']],
    ['with a number for a version', { ...META, [VERSION]: 2026 }, ['C-BASE-38 must']],
    ['without capabilities', { ...META, [CAPABILITIES]: undefined }, ['C-BASE-38 must']],
    ['without clientInfo', { ...META, [INFO]: undefined }, ['C-BASE-39 should']],
    ['with half a clientInfo', { ...META, [INFO]: { name: 'a' } }, ['C-BASE-39 must']],
    ['with a prefix that ends in a dot', { ...META, 'com.example./a': 1 }, ['C-BASE-34 must']],
    ['with a prefix that begins with a digit', { ...META, '1a/a': 1 }, ['C-BASE-34 must']],
    ['with a name that ends in a dash', { ...META, 'com.example/a-': 1 }, ['C-BASE-35 must']],
    ['with well-formed keys', { ...META, 'com.example/a_b.c-d': 1, 'com.example/': 1, x: 1 }, []],
    ['with a prefix the wrong way round', { ...META, 'example.com/a': 1 }, ['C-BASE-36 should']],
    ['with a reserved key', { ...META, 'io.modelcontextprotocol/zzz': 1 }, ['C-BASE-37 should']],
    [
      'with a trace',
      {
        ...META,
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        tracestate: 'a=1,b=2',
        baggage: 'a=1;p=2',
      },
      [],
    ],
    ['with a broken trace', { ...META, traceparent: '00-0-0-00' }, ['C-BASE-42 must']],
    ['with a tracestate that is no list', { ...META, tracestate: 'a' }, ['C-BASE-42 must']],
    ['with a fraction for a progress token', { ...META, progressToken: 1.5 }, ['C-PROG-01 must']],
    [
      'with an extension without a prefix',
      { ...META, [CAPABILITIES]: { extensions: { tasks: {} } } },
      ['C-VER-04 must'],
    ],
    [
      'with an extension and its key',
      {
        ...META,
        [CAPABILITIES]: { extensions: { 'io.modelcontextprotocol/ui': {} } },
        'io.modelcontextprotocol/ui': 1,
      },
      [],
    ],
  ])('%s', (_, meta, rules) => {
    expect(withMeta(meta)).toEqual(rules);
  });

  it('is missed on a request, not on a notification', () => {
    const message = { jsonrpc: '2.0', method: 'notifications/x', params: {} };
    expect(lint(message)).toEqual([]);
    const rules = lint(
      { ...CALL, params: { name: 'echo' } },
      { headers: { 'mcp-protocol-version': '2026-07-28' } },
    );
    expect(rules).toEqual(['C-BASE-38 must', 'C-BASE-39 should']);
  });
});

describe('the transport', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['Accept is */*', { accept: '*/*' }, ['C-HTTP-03 must']],
    ['Accept lists one type', { accept: 'application/json' }, ['C-HTTP-03 must']],
    ['Accept lists both with weights', { accept: 'Application/JSON;q=0.9,text/event-stream' }, []],
    ['the version header is missing', { 'mcp-protocol-version': '' }, ['C-HTTP-12 must']],
    [
      'the version header says another',
      { 'mcp-protocol-version': '2026-07-29' },
      ['C-HTTP-13 must'],
    ],
    ['Mcp-Method is missing', { 'mcp-method': '' }, ['C-HTTP-14 must']],
    ['Mcp-Method is in another case', { 'mcp-method': 'Tools/call' }, ['C-HTTP-14 must']],
    ['Mcp-Name is missing', { 'mcp-name': '' }, ['C-HTTP-15 must']],
    ['Mcp-Name names another', { 'mcp-name': 'Echo' }, ['C-HTTP-15 must']],
    ['Mcp-Name is Base64 without need', { 'mcp-name': '=?base64?ZWNobw==?=' }, []],
    ['Mcp-Name is broken Base64', { 'mcp-name': '=?base64?ZWNobw?=' }, ['C-HTTP-15 must']],
    ['a param holds raw bytes', { 'mcp-param-city': 'Z\u00c3\u00bcrich' }, ['C-HTTP-27 must']],
    ['a param is broken Base64', { 'mcp-param-city': '=?base64?WsO8cmljaA?=' }, ['C-HTTP-27 must']],
    ['a param is Base64', { 'mcp-param-city': '=?base64?WsO8cmljaA==?=' }, []],
    [
      'a param has upper-case markers',
      { 'mcp-param-city': '=?BASE64?WsO8cmljaA==?=' },
      ['C-HTTP-28 must'],
    ],
    ['Content-Type has parameters', { 'content-type': 'Application/JSON; charset=utf-8' }, []],
    ['Content-Type is another', { 'content-type': 'text/plain' }, ['C-HTTP-04 should']],
    ['Content-Type is missing', { 'content-type': '' }, ['C-HTTP-04 should']],
    ['there is a session id', { 'mcp-session-id': 'x' }, ['C-HTTP-40 must']],
    ['there is a Last-Event-ID', { 'last-event-id': '1' }, ['C-HTTP-11 must']],
  ])('%s', (_, headers, rules) => {
    expect(lint(CALL, { headers })).toEqual(rules);
  });

  it.each(['naïve', ' lead', 'a\r\nb', '=?base64?x?='])('the name %j needs Base64', (name) => {
    const message = modernRequest('tools/call', { name });
    const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`;
    expect(lint(message, { headers: { 'mcp-name': encoded } })).toEqual([]);
    expect(lint(message, { headers: { 'mcp-name': name } })).toEqual(['C-HTTP-16 must']);
  });

  it.each(['GET', 'DELETE', 'PUT'])('%s is not known to this revision', (verb) => {
    const arrival = { ...arrivalOf('', { verb }), era: 'modern' } as const;
    expect(rulesOf(arrival)).toContain('C-HTTP-02 must');
  });

  it('a token in the query is found', () => {
    expect(rulesOf({ ...arrivalOf(CALL), path: '/mcp?a=1&access_token=x' })).toEqual([
      'C-AUTH-29 must',
    ]);
  });
});

describe('in the 2025 era', () => {
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const legacy = (
    message: object | string,
    headers: Readonly<Record<string, string>> = {},
    changes: Partial<Arrival> = {},
  ): Arrival => {
    const plain = { 'mcp-method': '', 'mcp-name': '', 'mcp-protocol-version': '2025-11-25' };
    const arrival = arrivalOf(message, { headers: { ...plain, ...headers } });
    return {
      ...arrival,
      era: 'legacy',
      mcpSessionId: 'given',
      protocolVersion: headers['mcp-protocol-version'] || '2025-11-25',
      ...changes,
    };
  };

  it.each<[string, object | string, readonly string[]]>([
    ['all right', PING, []],
    ['with a null id', { ...PING, id: null }, ['C-BASE-04 must']],
    [
      'with an id that is rounded',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
      ['C-BASE-03 should'],
    ],
    ['with a member of its own', { ...PING, extra: 1 }, ['C-BASE-02 should']],
    [
      'with a member twice',
      '{"id":1,"jsonrpc":"2.0","id":1,"method":"ping"}',
      ['C-BASE-02 should'],
    ],
    ['that is a batch', [PING], ['C-HTTP-05 must']],
    ['that is a response', { jsonrpc: '2.0', id: 1, result: {} }, []],
    ['that is an error', { jsonrpc: '2.0', id: 'a', error: { code: 1, message: 'm' } }, []],
    ['that could not be read', { jsonrpc: '2.0', error: { code: 1, message: 'm' } }, []],
    [
      'that is a result and an error',
      { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'm' } },
      ['C-BASE-02 must'],
    ],
    ['that is half an error', { jsonrpc: '2.0', id: 1, error: { code: 1 } }, ['C-BASE-02 must']],
    ['that is no error', { jsonrpc: '2.0', id: 1, error: 'm' }, ['C-BASE-02 must']],
    ['that has a scalar result', { jsonrpc: '2.0', id: 1, result: 1 }, ['C-BASE-02 must']],
    ['that answers nothing', { jsonrpc: '2.0', id: null, result: {} }, ['C-BASE-02 must']],
    ['that is a batch in a batch', [[1]], ['C-HTTP-05 must', 'C-BASE-02 must']],
  ])('a message %s', (_, message, rules) => {
    expect(rulesOf(legacy(message))).toEqual(rules);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['Accept lists one type', { accept: 'application/json' }, ['C-HTTP-03 must']],
    ['Content-Type is another', { 'content-type': 'text/plain' }, ['C-HTTP-04 should']],
    ['the version is unknown', { 'mcp-protocol-version': '2025-01-01' }, ['C-HTTP-12 must']],
    ['the version is missing', { 'mcp-protocol-version': '' }, ['C-HTTP-12 must']],
  ])('%s', (_, headers, rules) => {
    expect(rulesOf(legacy(PING, headers))).toEqual(rules);
  });

  it('initialize needs no version, and neither does 2025-03-26', () => {
    const headers = { 'mcp-protocol-version': '' };
    expect(rulesOf(legacy(initialize(INFO), headers, { mcpSessionId: null }))).toEqual([]);
    expect(rulesOf(legacy(PING, headers, { protocolVersion: '2025-03-26' }))).toEqual([]);
  });

  const INFO = {
    protocolVersion: '2025-11-25',
    capabilities: { roots: {}, own: true },
    clientInfo: { name: 'a', version: '1' },
  };
  const initialize = (params?: object): object => ({ ...PING, method: 'initialize', params });

  it.each<[string, object, readonly string[]]>([
    ['nothing', {}, ['C-BASE-38 must', 'C-BASE-39 must']],
    ['a number for a version', { ...INFO, protocolVersion: 7 }, ['C-BASE-38 must']],
    ['no capabilities', { ...INFO, capabilities: null }, ['C-BASE-38 must']],
    ['a scalar capability', { ...INFO, capabilities: { roots: true } }, ['C-BASE-38 must']],
    ['half a clientInfo', { ...INFO, clientInfo: { name: 'a' } }, ['C-BASE-39 must']],
  ])('an initialize says %s', (_, params, rules) => {
    expect(rulesOf(legacy(initialize(params)))).toEqual(rules);
  });

  it('an initialize must not name a session', () => {
    const headers = { 'mcp-session-id': 'given' };
    expect(rulesOf(legacy(initialize(INFO), headers))).toEqual(['C-HTTP-40 must']);
  });

  it('a batch should be no larger than servers take', () => {
    const batch = (length: number): readonly string[] =>
      rulesOf(
        legacy(
          Array.from({ length }, (_, id) => ({ ...PING, id })),
          {},
          { protocolVersion: '2025-03-26' },
        ),
      );
    expect(batch(100)).toEqual([]);
    expect(batch(101)).toEqual(['C-HTTP-05 should']);
  });

  it('a GET must accept event streams', () => {
    const get = (accept: string): readonly string[] =>
      rulesOf(legacy('', { accept }, { verb: 'GET' }));
    expect(get('text/event-stream')).toEqual([]);
    expect(get('application/json')).toEqual(['C-HTTP-03 must']);
  });

  it('a batch of 2025-03-26 is looked at message by message', () => {
    const batch = (...parts: readonly unknown[]): readonly string[] =>
      rulesOf(legacy(parts, {}, { protocolVersion: '2025-03-26' }));
    expect(batch(PING, { ...PING, id: 2 })).toEqual([]);
    expect(batch(PING, { ...PING, id: null }, 5)).toEqual(['C-BASE-04 must', 'C-BASE-02 must']);
    expect(batch()).toEqual(['C-HTTP-05 must']);
    expect(batch({ ...PING, method: 'initialize' })).toEqual(['C-HTTP-05 must']);
    expect(batch([PING])).toEqual(['C-BASE-02 must']);
  });

  it('what only revision 2026-07-28 asks for is not missed', () => {
    expect(rulesOf(legacy(PING, { 'last-event-id': '1', 'mcp-session-id': 'given' }))).toEqual([]);
  });
});

describe('all rules', () => {
  it('have ids of the form of the ledger, and none is given twice at one level', () => {
    const ids = REQUEST_RULES.map(({ rule, level }) => `${rule} ${level}`);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { rule } of REQUEST_RULES) expect(rule).toMatch(/^C-[A-Z]+-\d\d$/);
  });

  it('never throw, whatever arrives', () => {
    for (const text of [
      'null',
      '[[[',
      '{"method":1,"params":{"_meta":[]}}',
      '{"method":"x","id":1,"params":null}',
    ]) {
      expect(() => lint(text)).not.toThrow();
    }
  });
});
