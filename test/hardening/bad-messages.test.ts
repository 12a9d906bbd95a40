/** Messages that break the rules of the protocol: each gets its error, is recorded as it came, and harms nobody else. */
import { describe, expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';
import { message } from '../support/mcp.js';
import { valuesOf } from '../support/raw-http.js';
import { DEEP_ARRAY, ECHO_HEADERS, echoText, post, strike } from './strike.js';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

const ruleIds = (findings: readonly { readonly rule: string }[] = []): readonly string[] =>
  findings.map(({ rule }) => rule);

describe('what is no message', () => {
  const echo = echoText();
  it.each<[what: string, body: string, code: number, kind: string, rule: string]>([
    ['broken JSON', '{"jsonrpc":', PARSE_ERROR, 'unparseable', 'C-BASE-02'],
    ['nothing', '', PARSE_ERROR, 'none', 'C-BASE-02'],
    ['text behind it', `${echo}x`, PARSE_ERROR, 'unparseable', 'C-BASE-02'],
    [
      'UTF-16',
      Buffer.from(echo, 'utf16le').toString('latin1'),
      PARSE_ERROR,
      'unparseable',
      'C-BASE-02',
    ],
    ['a batch', `[${echo}]`, INVALID_REQUEST, 'batch', 'C-HTTP-05'],
    ['an empty batch', '[]', INVALID_REQUEST, 'batch', 'C-HTTP-05'],
    ['a number', '5', INVALID_REQUEST, 'invalid', 'C-BASE-02'],
    ['a string', '"tools/list"', INVALID_REQUEST, 'invalid', 'C-BASE-02'],
    ['null', 'null', INVALID_REQUEST, 'invalid', 'C-BASE-02'],
    ['an empty object', '{}', INVALID_REQUEST, 'invalid', 'C-BASE-02'],
    [
      'a method that is no string',
      echoText(['"tools/call"', '5']),
      INVALID_REQUEST,
      'invalid',
      'C-BASE-02',
    ],
    [
      'another version of JSON-RPC',
      echoText(['"2.0"', '"1.0"']),
      INVALID_REQUEST,
      'request',
      'C-BASE-02',
    ],
    [
      'params that are an array',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["echo"]}',
      INVALID_REQUEST,
      'request',
      'C-BASE-02',
    ],
    [
      'params that are null',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}',
      INVALID_REQUEST,
      'request',
      'C-BASE-02',
    ],
    ['a member too many', echoText(['{', '{"extra":1,']), INVALID_REQUEST, 'request', 'C-BASE-02'],
  ])('%s is refused, and recorded byte by byte', async (_what, body, code, kind, rule) => {
    const kitchen = await testKitchen();
    const { answer, text, observation } = await strike(kitchen, post(body));
    expect(answer.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect(observation).toMatchObject({
      refused: null,
      outcome: 'JSONRPC_ERROR',
      errorCode: code,
      rpc: { kind },
      request: { body: body === '' ? null : body },
    });
    expect(ruleIds(observation?.findings)).toContain(rule);
  });

  it.each([
    ['a result', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'],
  ])('%s that nobody asked for is refused', async (_what, body) => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(kitchen, post(body));
    expect(answer.status).toBe(400);
    expect(observation).toMatchObject({ rpc: { kind: 'response' }, http: { status: 400 } });
    expect(ruleIds(observation?.findings)).toContain('C-HTTP-06');
  });
});

describe('the id', () => {
  it.each(['null', 'true', '1.5', '1e400', '[]', '{}', DEEP_ARRAY, '9007199254740993'])(
    '%.20s is refused',
    async (token) => {
      const kitchen = await testKitchen();
      const { answer, observation } = await strike(
        kitchen,
        post(echoText(['"id":1', `"id":${token}`])),
      );
      expect(answer.status).toBe(400);
      expect(observation).toMatchObject({ errorCode: INVALID_REQUEST, rpc: { kind: 'request' } });
      const rule = token === 'null' ? 'C-BASE-04' : 'C-BASE-03';
      expect(ruleIds(observation?.findings)).toEqual([rule]);
      if (token.length < 1_000) expect(observation?.rpc.id).toBe(token);
    },
  );

  it.each(['0', '-1', '""', '"\\u0000"', '"__proto__"'])('%s is one', async (token) => {
    const kitchen = await testKitchen();
    const { answer, text } = await strike(kitchen, post(echoText(['"id":1', `"id":${token}`])));
    expect(answer.status).toBe(200);
    expect(text).toContain(`"id":${token}`);
  });

  it('may be as long as the body; the record shows its beginning, the answer all of it', async () => {
    const kitchen = await testKitchen();
    const token = JSON.stringify('x'.repeat(1_000_000));
    const { text, observation } = await strike(
      kitchen,
      post(echoText(['"id":1', `"id":${token}`])),
    );
    expect(text).toContain(`"id":${token}`);
    expect(observation?.rpc.id).toHaveLength(1_001);
    expect(observation?.request).toMatchObject({ truncated: true });
  });

  it('of a server/discover is known again however long it is', async () => {
    const kitchen = await testKitchen();
    const id = 'x'.repeat(100_000);
    const headers = { ...ECHO_HEADERS, 'Mcp-Method': 'server/discover', 'Mcp-Name': null };
    const sessions: string[] = [];
    for (const name of [id, `${id}y`, id]) {
      const body = JSON.stringify(message('server/discover', {}, {}, name));
      const { answer } = await strike(kitchen, post(body, headers));
      sessions.push(...valuesOf(answer, 'kitchen-session'));
    }
    expect(sessions[0]).toBe(sessions[1]);
    expect(sessions[2]).not.toBe(sessions[0]);
  });
});

describe('bytes of a body', () => {
  it('may begin with a byte order mark, which is noted', async () => {
    const kitchen = await testKitchen();
    const bytes = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(echoText())]);
    const { answer, observation } = await strike(kitchen, post(bytes));
    expect(answer.status).toBe(200);
    expect(observation?.findings).toMatchObject([{ rule: 'C-TRN-01', level: 'should' }]);
  });

  it('that are no UTF-8 are read as well as may be, which is noted', async () => {
    const kitchen = await testKitchen();
    const bytes = Buffer.from(echoText(['"text":"x"', '"text":"\xff"']), 'latin1');
    const { answer, text, observation } = await strike(kitchen, post(bytes));
    expect([answer.status, text]).toEqual([200, expect.stringContaining('\ufffd')]);
    expect(observation).toMatchObject({
      request: { encoding: 'base64', body: bytes.toString('base64') },
      findings: [{ rule: 'C-TRN-01', level: 'must' }],
    });
  });

  it('that name a member twice mean the last', async () => {
    const kitchen = await testKitchen();
    const body = echoText(['"id":1', '"id":7,"id":8'], ['"text":"x"', '"text":"a","text":"b"']);
    const { text, observation } = await strike(kitchen, post(body));
    expect(JSON.parse(text)).toMatchObject({ id: 8, result: { content: [{ text: 'b' }] } });
    expect(observation?.rpc.id).toBe('8');
    expect(observation?.findings).toMatchObject([
      { rule: 'C-BASE-02', level: 'should', text: 'The name "id" stands twice in one object.' },
    ]);
  });
});

describe('headers and body that disagree', () => {
  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['Mcp-Method', { 'Mcp-Method': 'tools/list' }, 'C-HTTP-14'],
    ['no Mcp-Method', { 'Mcp-Method': null }, 'C-HTTP-14'],
    ['Mcp-Name', { 'Mcp-Name': 'add' }, 'C-HTTP-15'],
    ['no Mcp-Name', { 'Mcp-Name': null }, 'C-HTTP-15'],
    ['a Mcp-Name in broken Base64', { 'Mcp-Name': '=?base64?***?=' }, 'C-HTTP-15'],
    ['MCP-Protocol-Version', { 'MCP-Protocol-Version': '2025-06-18' }, 'C-HTTP-13'],
    ['no MCP-Protocol-Version', { 'MCP-Protocol-Version': null }, 'C-HTTP-12'],
  ])('%s is -32020', async (_which, headers, rule) => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(kitchen, post(echoText(), headers));
    expect(answer.status).toBe(400);
    expect(observation).toMatchObject({ outcome: 'JSONRPC_ERROR', errorCode: -32020 });
    expect(ruleIds(observation?.findings)).toContain(rule);
  });
});

describe('the envelope', () => {
  it.each([
    [
      'no _meta',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}',
    ],
    [
      'an empty _meta',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},"_meta":{}}}',
    ],
  ])('with %s is -32602', async (_what, body) => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(kitchen, post(body));
    expect([answer.status, observation?.errorCode]).toEqual([400, INVALID_PARAMS]);
    expect(ruleIds(observation?.findings)).toEqual(
      expect.arrayContaining(['C-BASE-38', 'C-BASE-39']),
    );
  });

  it('with a version that nobody speaks is -32022, and says which ones are spoken', async () => {
    const kitchen = await testKitchen();
    const body = echoText(['2026-07-28', '1900-01-01']);
    const { answer, text } = await strike(
      kitchen,
      post(body, { 'MCP-Protocol-Version': '1900-01-01' }),
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      id: 1,
      error: {
        code: -32022,
        data: { requested: '1900-01-01', supported: expect.arrayContaining(['2026-07-28']) },
      },
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', null])(
    'as %s is 415',
    async (type) => {
      const kitchen = await testKitchen();
      const { answer, observation } = await strike(
        kitchen,
        post(echoText(), { 'Content-Type': type }),
      );
      expect(answer.status).toBe(415);
      expect(observation).toMatchObject({ outcome: 'HTTP_ERROR', http: { status: 415 } });
      expect(observation?.response.body).toContain('Content-Type must be application/json');
      expect(ruleIds(observation?.findings)).toEqual(['C-HTTP-04']);
    },
  );

  it.each(['application/json', 'text/event-stream', 'text/html', null])(
    'for a client that accepts %s is answered, and its mistake noted',
    async (accept) => {
      const kitchen = await testKitchen();
      const { answer, observation } = await strike(kitchen, post(echoText(), { Accept: accept }));
      expect(answer.status).toBe(200);
      expect(ruleIds(observation?.findings)).toEqual(['C-HTTP-03']);
    },
  );

  it('with an Mcp-Session-Id that nobody gave ignores it, and notes the mistake', async () => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(
      kitchen,
      post(echoText(), { 'Mcp-Session-Id': 'x' }),
    );
    expect([answer.status, valuesOf(answer, 'mcp-session-id')]).toEqual([200, []]);
    expect(ruleIds(observation?.findings)).toEqual(['C-HTTP-40']);
  });
});

describe('in the 2025 era', () => {
  const LEGACY = {
    'MCP-Protocol-Version': '2025-06-18',
    'Mcp-Method': null,
    'Mcp-Name': null,
  } as const;

  it.each(['POST', 'GET', 'DELETE'])('%s with an id that nobody gave is 404', async (verb) => {
    const kitchen = await testKitchen();
    const body = verb === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' : '';
    const bytes = post(body, { ...LEGACY, 'Mcp-Session-Id': '../../x' }, { verb });
    const { answer, observation } = await strike(kitchen, bytes);
    expect(answer.status).toBe(404);
    expect(observation).toMatchObject({ session: null, refused: 'unknown_mcp_session' });
  });

  it('events of another session are not to be had by their ids', async () => {
    const kitchen = await testKitchen();
    const one = await LegacyClient.connect(kitchen, { name: 'one', socket: true });
    const other = await LegacyClient.connect(kitchen, { name: 'other', socket: true });
    const headers = (id: string | null) => ({ ...LEGACY, 'Mcp-Session-Id': id });
    const call = {
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'for one alone' } },
    };
    const answered = await strike(kitchen, post(JSON.stringify(call), headers(one.id)));
    expect(answered.text).toContain('for one alone');
    const ids = [...answered.text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? '');
    expect(ids.length).toBeGreaterThan(0);
    for (const id of [...ids, 'made-up', 'x'.repeat(5_000)]) {
      const bytes = post(
        '',
        { ...headers(other.id), 'Last-Event-ID': id, 'Content-Length': null },
        { verb: 'GET' },
      );
      const { answer } = await strike(kitchen, bytes);
      expect(answer.status).toBe(400);
      expect(answer.body).not.toContain('for one alone');
    }
  });

  const ping = (id: string, more = ''): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"ping"${more}}`;
  it.each<[what: string, string, Readonly<Record<string, string | null>>, number, string]>([
    ['of another media type', ping('1'), { 'Content-Type': 'text/plain' }, 415, 'C-HTTP-04'],
    ['of no media type', ping('1'), { 'Content-Type': null }, 415, 'C-HTTP-04'],
    ['that accepts no stream', ping('1'), { Accept: 'application/json' }, 406, 'C-HTTP-03'],
    ['that accepts no JSON', ping('1'), { Accept: 'text/event-stream' }, 406, 'C-HTTP-03'],
    ['of no version', ping('1'), { 'MCP-Protocol-Version': null }, 200, 'C-HTTP-12'],
    ['of no known version', ping('1'), { 'MCP-Protocol-Version': '1.0' }, 400, 'C-HTTP-12'],
    ['with a name twice', ping('1', ',"id":2'), {}, 200, 'C-BASE-02'],
    ['with a member too many', ping('1', ',"extra":1'), {}, 400, 'C-BASE-02'],
    ['with an id that is rounded', ping('9007199254740993'), {}, 400, 'C-BASE-03'],
    ['with a null id', ping('null'), {}, 400, 'C-BASE-04'],
    ['that is a batch', `[${ping('1')}]`, {}, 400, 'C-HTTP-05'],
  ])('a message %s has its mistake recorded', async (_what, body, headers, status, rule) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, {
      protocolVersion: '2025-06-18',
      socket: true,
    });
    const bytes = post(body, { ...LEGACY, 'Mcp-Session-Id': client.id, ...headers });
    const { answer, observation } = await strike(kitchen, bytes);
    expect(answer.status).toBe(status);
    expect(observation).toMatchObject({ era: 'legacy', refused: null });
    expect(ruleIds(observation?.findings)).toEqual([rule]);
  });

  it('a batch is served where 2025-03-26 was agreed on', async () => {
    const kitchen = await testKitchen();
    const version = '2025-03-26';
    const client = await LegacyClient.connect(kitchen, { protocolVersion: version, socket: true });
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const headers = { ...LEGACY, 'MCP-Protocol-Version': version, 'Mcp-Session-Id': client.id };
    const { answer, text, observation } = await strike(
      kitchen,
      post(JSON.stringify(batch), headers),
    );
    expect(answer.status).toBe(200);
    expect([...text.matchAll(/"id":[12]/g)]).toHaveLength(2);
    expect(observation).toMatchObject({ rpc: { kind: 'batch' }, era: 'legacy' });
  });
});
