import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, type ExchangeRedactor } from '../../src/observations/redact.js';

const redactor = createRedactor(new Uint8Array(32).fill(7));
const SECRET = 'sk-5e/cr+et"é-0123';
const MARK = /\[redacted:[0-9a-f]{8}\]/g;

const mark = (secret: string): string =>
  redactor.text(`token=${encodeURIComponent(secret)}`).slice(6);
const exchange = (headers: readonly (readonly [string, string])[] = []): ExchangeRedactor =>
  redactor.forExchange(headers);

describe('marks', () => {
  it('are the same for the same secret, wherever it stands, and differ for another', () => {
    const mine = mark('abcdef123');
    expect(mine).toMatch(/^\[redacted:[0-9a-f]{8}\]$/);
    expect(redactor.text('{"token":"abcdef123"}')).toBe(`{"token":"${mine}"}`);
    expect(redactor.headers([['Authorization', 'Bearer abcdef123']])).toEqual({
      authorization: mine,
    });
    expect(redactor.text('{"token":"abc\\u0064ef123"}')).toBe(`{"token":"${mine}"}`);
    expect(mark('abcdef124')).not.toBe(mine);
  });

  it('differ from one process to the next', () => {
    const other = createRedactor(new Uint8Array(32).fill(8));
    expect(other.text('token=abcdef123')).not.toBe(redactor.text('token=abcdef123'));
  });

  it('are not marked again', () => {
    const once = redactor.text(
      '{"token":"abcdef123","url":"?token=abcdef123","a":"Bearer abcdef123"}',
    );
    expect(redactor.text(once)).toBe(once);
  });
});

describe('members', () => {
  it.each([
    'token',
    'access_token',
    'accessToken',
    'REFRESH-TOKEN',
    'id_token',
    'Api_Key',
    'apikey',
  ])('%s is secret', (name) => {
    expect(redactor.text(`{"${name}":"abcdef123"}`)).toBe(`{"${name}":"${mark('abcdef123')}"}`);
  });
  it.each(['password', 'secret', 'client_secret', 'authorization', 'tok\\u0065n'])(
    '%s is secret',
    (name) => {
      expect(redactor.text(`{"${name}" : "abcdef123"}`)).toBe(
        `{"${name}" : "${mark('abcdef123')}"}`,
      );
    },
  );

  it.each([
    'progressToken',
    'requestState',
    'nextCursor',
    'maxTokens',
    'tokens',
    'tokenizer',
    'keys',
  ])('%s is none', (name) => {
    const text = `{"${name}":"abcdef123"}`;
    expect(redactor.text(text)).toBe(text);
  });

  it('change nothing else in the text', () => {
    const text = ` { "z" : 1.0, "id":12345678901234567890,"token" :\n "abcdef123", "a":"\\u0041\\"" } `;
    expect(redactor.text(text)).toBe(text.replace('abcdef123', mark('abcdef123')));
  });

  it('are found at any depth, in any kind of value', () => {
    const deep = '{"a":['.repeat(5_000);
    const text = `${deep}{"token":"abcdef123","password":12345678,"secret":{"v":["abcdef123"]}}`;
    const redacted = redactor.text(text);
    expect(redacted).not.toMatch(/abcdef123|12345678/);
    expect(redacted.match(MARK)).toHaveLength(3);
  });

  it('null, booleans and empty strings say nothing', () => {
    const text = '{"token":null,"secret":true,"password":""}';
    expect(redactor.text(text)).toBe(text);
  });

  it('a schema that only describes a secret stays, one that holds a default does not', () => {
    const schema = '{"properties":{"password":{"type":"string","title":"Your password"}}}';
    expect(redactor.text(schema)).toBe(schema);
    expect(redactor.text('{"password":{"type":"string","default":"abcdef123"}}')).not.toContain(
      'abcdef123',
    );
    expect(redactor.text('{"token":{"type":"string","value":"abcdef123"}}')).not.toContain(
      'abcdef123',
    );
  });

  it('of JSON inside a string are found, and both stay JSON', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.integer({ min: 0, max: 3 }), (secret, levels) => {
        let text = JSON.stringify({ a: 'x', token: `${secret}!`, b: '"\\' });
        for (let level = 0; level < levels; level += 1) text = JSON.stringify({ text, c: '"' });
        let redacted: unknown = redactor.text(text);
        for (let level = 0; level < levels; level += 1) {
          redacted = new Map(Object.entries<unknown>(JSON.parse(String(redacted)))).get('text');
        }
        const found = new Map(Object.entries<unknown>(JSON.parse(String(redacted))));
        expect(found.get('token')).toMatch(/^\[redacted:[0-9a-f]{8}\]$/);
        expect(found.get('b')).toBe('"\\');
      }),
      { numRuns: 500 },
    );
  });

  it('of any JSON are found, and all others are left alone', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(1, null, 'plain', '"q"', 'b\\s\\', ''),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('a', 'token', 'x"y', 'progressToken', 'Secret'),
          tie('value'),
        ),
      ),
    })).value;
    const withoutSecrets = (data: unknown): unknown => {
      if (Array.isArray(data)) return data.map(withoutSecrets);
      if (typeof data !== 'object' || data === null) return data;
      const kept = Object.entries(data).filter(([name]) => name !== 'token' && name !== 'Secret');
      return Object.fromEntries(kept.map(([name, member]) => [name, withoutSecrets(member)]));
    };
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 2 }), (data, space) => {
        const redacted: unknown = JSON.parse(redactor.text(JSON.stringify(data, null, space)));
        // The words are too short to be looked for in the rest of the text.
        expect(withoutSecrets(redacted)).toEqual(withoutSecrets(data));
      }),
      { numRuns: 500 },
    );
  });

  it('of any JSON are replaced by JSON, whatever running text it holds', () => {
    const words = [
      'token',
      '=',
      ': ',
      "'",
      '"',
      '`',
      'Bearer ',
      'x',
      '\\',
      '/',
      'cookie',
      '\n',
      ',',
    ];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((all) => all.join(''));
    const names = fc.oneof(text, fc.constantFrom('token', 'a'));
    const flat = fc.oneof(
      text,
      fc.array(text, { maxLength: 3 }),
      fc.constant(1),
      fc.constant(null),
    );
    const data = fc.dictionary(names, fc.oneof(flat, fc.dictionary(names, flat)), { maxKeys: 5 });
    fc.assert(
      fc.property(data, (value) => {
        expect(() => JSON.parse(redactor.text(JSON.stringify(value)))).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    String.raw`{"text":"{\"token\":\"abcdef12345","n":1}`,
    String.raw`{"\"token\": \\":{"a":1}}`,
    String.raw`{"\"token\": ":1}`,
    String.raw`{"token":"\"token","a":{"token":1}}`,
  ])('broken off inside a string leave the JSON around it whole: %s', (text) => {
    expect(redactor.text(text)).not.toContain('abcdef12345');
    expect(() => JSON.parse(redactor.text(text))).not.toThrow();
  });

  it.each([
    '{"params":{"token":"abcdef12345',
    '{"token":{"value":"abcdef12345',
    'data: {"a":"unclosed\n\ndata: {"token":"abcdef12345"}\n\n',
    'event: message\ndata: {"jsonrpc":"2.0",\ndata: "token":"abcdef12345"}\n\n',
    "{ token: 'abcdef12345' }",
    'GET /x?access_token=abcdef12345&b=1',
    '<a href="/x?a=1&amp;token=abcdef12345">',
    'redirect=https%3A%2F%2Fx%3Ftoken%3Dabcdef12345%26b%3D1',
    'Authorization: Bearer abcdef12345\r\nHost: x',
    'authorization=Bearer abcdef12345',
    'Error: refused Bearer abcdef12345\n    at x.ts:1:1',
    'api_key = "abcdef12345"',
    'password: abcdef12345',
    'Cookie: sid=abcdef12345; b=2',
  ])('are found in what is no whole JSON: %s', (text) => {
    const redacted = redactor.text(text);
    expect(redacted).not.toContain('abcdef12345');
    expect(redacted).toMatch(MARK);
  });

  it.each([
    'Invalid token: expected a number',
    'Bearer realm="x", error="invalid_token"',
    'Bearer tokens are not taken here.',
    'if (token === null) return;',
    '{"jsonrpc":"2.0","id":1,"params":{"_meta":{"progressToken":"p-17"}}}',
    'See https://example.com/keys?page=2 at 12:30',
  ])('are not seen where there are none: %s', (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe('headers', () => {
  it('keep what is no secret, repetitions included', () => {
    const lines = [
      ['Accept', 'application/json'],
      ['X-A', '1'],
      ['x-a', '2'],
      ['__proto__', 'z'],
      ['WWW-Authenticate', 'Bearer resource_metadata="https://x/.well-known"'],
    ] as const;
    const recorded = redactor.headers(lines);
    expect(recorded).toMatchObject({ accept: 'application/json', 'x-a': ['1', '2'] });
    expect(recorded['www-authenticate']).toBe('Bearer resource_metadata="https://x/.well-known"');
    expect(Object.keys(recorded)).toContain('__proto__');
  });

  it.each([
    'Authorization',
    'proxy-authorization',
    'COOKIE',
    'Set-Cookie',
    'X-API-Key',
    'Mcp-Param-Token',
  ])('%s is replaced', (name) => {
    const recorded = redactor.headers([[name, 'sid=abcdef123']]);
    expect(recorded[name.toLowerCase()]).toMatch(/^\[redacted:[0-9a-f]{8}\]$/);
  });

  it('may be called anything', () => {
    const recorded = redactor.headers([
      ['__proto__', 'one'],
      ['constructor', 'two'],
      ['__PROTO__', 'three'],
      ['Constructor', 'four'],
    ]);
    expect(Object.entries(recorded)).toEqual([
      ['__proto__', ['one', 'three']],
      ['constructor', ['two', 'four']],
    ]);
  });

  it('are cut at the cap, and say so', () => {
    const lines = [
      ['a', 'x'.repeat(10)],
      ['b', 'x'.repeat(100)],
    ] as const;
    expect(redactor.headers(lines, 50)).toEqual({
      a: 'xxxxxxxxxx',
      '(truncated)': '1 header lines left out',
    });
  });
});

describe('paths', () => {
  it('lose the values of secret fields only', () => {
    expect(redactor.path('/mcp?a=1&token=abcdef123&b=%20')).toBe(
      `/mcp?a=1&token=${mark('abcdef123')}&b=%20`,
    );
    expect(redactor.path('/mcp?%74oken=abcdef123')).not.toContain('abcdef123');
    expect(redactor.path('/w/default/mcp')).toBe('/w/default/mcp');
  });
});

describe('a secret of the exchange', () => {
  const spellings: readonly (readonly [string, string])[] = [
    ['as it is', SECRET],
    ['in JSON', JSON.stringify(SECRET)],
    ['percent-encoded', `/x/${encodeURIComponent(SECRET)}/y`],
    ['in Base64', `=?base64?${Buffer.from(SECRET).toString('base64')}?=`],
    ['cut off at the end', `said ${SECRET.slice(0, 12)}`],
  ];
  it.each(spellings)('is found again %s', (_, text) => {
    const redacted = exchange([['Authorization', `Bearer ${SECRET}`]]).text(text);
    expect(redacted).not.toContain(SECRET.slice(0, 12));
    expect(redacted).toMatch(MARK);
  });

  const TOKEN = 'ab+cd/ef"gh12345678==';
  it.each([
    ['of what HTML minds', String.raw`{"t":"ab\u002Bcd/ef\u0022gh12345678=="}`],
    ['in lower case', String.raw`{"t":"ab\u002bcd/ef\"gh12345678=="}`],
    ['of slashes', String.raw`{"t":"ab+cd\/ef\"gh12345678=="}`],
    ['of letters', String.raw`{"t":"\u0061b+cd/ef\"gh12345678=="}`],
    ['in JSON inside JSON', String.raw`{"t":"{\"t\":\"ab\\u002Bcd\\/ef\\\"gh12345678==\"}"}`],
  ])('is found again with escapes %s', (_, text) => {
    const redacted = exchange([['Authorization', `Bearer ${TOKEN}`]]).text(text);
    expect(redacted).not.toContain('gh12345678');
    expect(redacted).toMatch(MARK);
    expect(JSON.parse(redacted)).toHaveProperty('t');
  });

  it('is looked for in any run of backslashes', () => {
    const text = `\\u0041${'\\'.repeat(1_000_000)}`;
    expect(exchange([['Authorization', `Bearer ${TOKEN}`]]).text(text)).toBe(text);
  });

  it('is found again in headers of other names, the path and data', () => {
    const one = exchange([
      ['Cookie', 'theme=dark; sid=abcdef12345'],
      ['Authorization', `Basic ${Buffer.from('me:hunter2hunter2').toString('base64')}`],
    ]);
    expect(one.headers([['X-Echo', 'abcdef12345']])['x-echo']).toMatch(MARK);
    expect(one.path('/mcp/abcdef12345')).not.toContain('abcdef12345');
    expect(one.json({ stack: ['hunter2hunter2'] })).not.toEqual({ stack: ['hunter2hunter2'] });
    expect(one.text('dark')).toBe('dark');
  });

  it('is known from the request body before the headers are redacted', () => {
    const body = '{"params":{"arguments":{"password":"hunter2hunter2"}}}';
    const recorded = redactor.forExchange([], body).headers([['Mcp-Param-Pw', 'hunter2hunter2']]);
    expect(recorded['mcp-param-pw']).toMatch(MARK);
  });

  it('is forgotten with the exchange', () => {
    exchange([['Authorization', 'Bearer abcdef12345']]).text('abcdef12345');
    expect(exchange().text('abcdef12345')).toBe('abcdef12345');
  });

  it('too short to be one is not looked for', () => {
    expect(exchange([['Authorization', 'Bearer true']]).text('{"a":true}')).toBe('{"a":true}');
  });
});

describe('a secret of every exchange', () => {
  const OWN = 'own-admin-token';
  const knowing = createRedactor(new Uint8Array(32).fill(7), [OWN, 'own-mcp-token']);

  it('is found without any exchange that shows it', () => {
    const one = knowing.forExchange([]);
    expect(one.text(`{"a":"${OWN}"}`)).toBe(`{"a":"${mark(OWN)}"}`);
    expect(one.text(`said ${OWN.slice(0, 12)}`)).not.toContain(OWN.slice(0, 12));
    expect(one.path(`/w/${OWN}/mcp?x=own-mcp-token`)).toBe(
      `/w/${mark(OWN)}/mcp?x=${mark('own-mcp-token')}`,
    );
    expect(one.headers([['X-Copy', `it is ${OWN}`]])).toEqual({ 'x-copy': `it is ${mark(OWN)}` });
    expect(one.json({ stack: [OWN] })).toEqual({ stack: [mark(OWN)] });
  });

  it('is found beside those that an exchange shows', () => {
    const one = knowing.forExchange([['Authorization', 'Bearer abcdef12345']]);
    expect(one.text(`${OWN} abcdef12345`)).toBe(`${mark(OWN)} ${mark('abcdef12345')}`);
    expect(one.text('nothing of it')).toBe('nothing of it');
  });
});

describe('data', () => {
  it('is copied with its secrets replaced', () => {
    const data = { a: [{ Token: 'abcdef123', n: 1 }], secret: { v: 1 }, flag: true, nothing: null };
    const redacted = redactor.json(data);
    expect(redacted).toMatchObject({
      a: [{ Token: mark('abcdef123'), n: 1 }],
      flag: true,
      nothing: null,
    });
    expect(JSON.stringify(redacted)).not.toContain('"v"');
    expect(data.a[0]?.Token).toBe('abcdef123');
  });

  it('nested without end is cut, not an overflow', () => {
    let data: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) data = [data];
    expect(() => redactor.json(data)).not.toThrow();
    expect(() => redactor.json({ token: data })).not.toThrow();
  });
});

describe('hostile text', () => {
  const size = 200_000;
  it.each([
    ['quotes', '"'.repeat(size)],
    ['backslashes', `"token":"${'\\'.repeat(size)}`],
    ['escaped quotes', `"token":"${'\\"'.repeat(size)}`],
    ['open braces', `"token":${'{'.repeat(size)}`],
    ['names', '"token":'.repeat(size / 8)],
    ['nested names', '"token":{'.repeat(size / 8)],
    ['assignments', 'token='.repeat(size / 6)],
    ['encoded assignments', 'token%3D'.repeat(size / 8)],
    ['bearers', 'bearer '.repeat(size / 7)],
    ['one long word', `token ${'a'.repeat(size)}`],
    ['spaces', `"token"${' '.repeat(size)}`],
    ['keys and blanks', `"a"${' '.repeat(10)}`.repeat(size / 13)],
  ])('of %s neither throws nor hangs', { timeout: 5_000 }, (_, text) => {
    expect(typeof redactor.text(text)).toBe('string');
  });

  it('never throws on anything', () => {
    const parts = [
      '"',
      '\\',
      'token',
      ':',
      '{',
      '}',
      '=',
      ' ',
      'Bearer ',
      'x1',
      '%3D',
      "'",
      '\n',
      ',',
    ];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (hostile) => {
        expect(typeof redactor.text(hostile)).toBe('string');
        expect(typeof redactor.path(hostile)).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });
});
