import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { headersFor, message } from '../support/mcp.js';
import { RawConnection, requestBytes } from '../support/raw-http.js';

const CALL = message('tools/call', { name: 'echo', arguments: { text: 'hi' } }, {}, 7);
const BODY = JSON.stringify(CALL);

/** A rule for the head of a request. */
const atHead = (doing: object, on: object = { method: 'tools/call' }): object => ({
  scenario: 'script',
  params: { rules: [{ at: 'head', on, do: doing }] },
});

const bytes = (path = '/mcp', body = BODY, more: Record<string, string> = {}): string =>
  requestBytes({ path, body, headers: headersFor(JSON.parse(body)), moreHeaders: more });
const headOf = (path?: string): string => bytes(path).split('\r\n\r\n')[0] + '\r\n\r\n';

const order = (kitchen: Kitchen, doing: object, on?: object): string => {
  const { url } = kitchen.order(atHead(doing, on) as Parameters<Kitchen['order']>[0]);
  return new URL(url).pathname;
};
const select = (kitchen: Kitchen, doing: object, on?: object): void => {
  kitchen.select(atHead(doing, on) as Parameters<Kitchen['select']>[0]);
};
const sessions = (kitchen: Kitchen) => kitchen.service.sessions('default', { limit: 100 }).items;

describe('a fault before the body', () => {
  it('answers when the head has come, counted and recorded without a body', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { http_status: { status: 413 } });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(headOf(path));
    const { status, headers } = await connection.readAnswer();
    expect(status).toBe(413);
    expect(headers).toContainEqual(['Kitchen-Fault', 'script/http_status']);
    const record = await kitchen.waitFor(() => true);
    expect(record).toMatchObject({
      refused: null,
      rpc: { kind: 'request', id: null, method: 'tools/call', name: 'echo' },
      request: { bytes: 0 },
      counters: { post: 1, method: 1, call: 1 },
      fault: { kind: 'http_status', status: 413 },
      outcome: 'HTTP_ERROR',
      findings: [],
      repeatOf: null,
    });
    expect(sessions(kitchen)[0]?.counters).toMatchObject({ posts: 1, calls: { echo: 1 } });
  });

  it('lets the rest pass, and serves the next request of the connection', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { http_status: { status: 413 } }, { nth: 1 });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(headOf(path));
    expect((await connection.readAnswer()).status).toBe(413);
    connection.write(BODY + bytes(path));
    const { status, body } = await connection.readAnswer();
    expect([status, JSON.parse(body).id]).toEqual([200, 7]);
    expect(sessions(kitchen)[0]?.counters.posts).toBe(2);
  });

  it('decodes a name that is no plain ASCII', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { http_status: { status: 413 } }, { name: 'naïve tool' });
    const connection = await RawConnection.open(kitchen.port);
    const body = JSON.stringify(message('tools/call', { name: 'naïve tool' }));
    const encoded = `=?base64?${Buffer.from('naïve tool').toString('base64')}?=`;
    connection.write(bytes(path, body).replace(/mcp-name: .*/, `mcp-name: ${encoded}`));
    expect((await connection.readAnswer()).status).toBe(413);
  });

  it('counts a request once where no rule of the head strikes', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { http_status: { status: 413 } }, { nth: 3 });
    const connection = await RawConnection.open(kitchen.port);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      connection.write(bytes(path));
      statuses.push((await connection.readAnswer()).status);
    }
    expect(statuses).toEqual([200, 200, 413, 200]);
    expect(sessions(kitchen).map(({ counters }) => counters.posts)).toEqual([4]);
  });

  it('belongs to the last session on its connection', async () => {
    const kitchen = await testKitchen();
    select(kitchen, { http_status: { status: 413 } });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(bytes('/mcp', JSON.stringify(message('server/discover'))));
    expect((await connection.readAnswer()).status).toBe(200);
    connection.write(bytes());
    expect((await connection.readAnswer()).status).toBe(413);
    const [session, ...others] = sessions(kitchen);
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      client: { name: 'test-client' },
      counters: { posts: 2, methods: { 'server/discover': 1, 'tools/call': 1 } },
    });
  });

  it('belongs to nobody known on a new connection, and then always to the same', async () => {
    const kitchen = await testKitchen();
    select(kitchen, { http_status: { status: 413 } });
    for (let n = 0; n < 2; n += 1) {
      const connection = await RawConnection.open(kitchen.port);
      connection.write(headOf());
      expect((await connection.readAnswer()).status).toBe(413);
    }
    expect(sessions(kitchen)).toMatchObject([
      { client: { name: 'anonymous' }, counters: { posts: 2 } },
    ]);
  });

  it('opens no session while its rule only counts', async () => {
    const kitchen = await testKitchen();
    select(kitchen, { http_status: { status: 413 } }, { method: 'tools/call', nth: 2 });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      const connection = await RawConnection.open(kitchen.port);
      connection.write(bytes());
      statuses.push((await connection.readAnswer()).status);
    }
    expect(statuses).toEqual([200, 413, 200]);
    const byName = sessions(kitchen).map(
      ({ client, counters }) => `${client.name} ${String(counters.posts)}`,
    );
    expect(byName.toSorted()).toEqual(['anonymous 1', 'test-client 2']);
  });

  it('finds the session of an Mcp-Session-Id', async () => {
    const kitchen = await testKitchen();
    select(
      kitchen,
      { http_status: { status: 413 } },
      { era: 'legacy', header: { 'mcp-session-id': { exists: true } } },
    );
    const connection = await RawConnection.open(kitchen.port);
    const hands = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'old', version: '1' },
      },
    };
    const legacy = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const { headers } = await connection.ask({ body: JSON.stringify(hands), headers: legacy });
    const id = headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1] ?? '';
    const other = await RawConnection.open(kitchen.port);
    const { status } = await other.ask({
      body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
      headers: { ...legacy, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' },
    });
    expect(status).toBe(413);
    expect(sessions(kitchen)).toMatchObject([{ client: { name: 'old' }, counters: { posts: 2 } }]);
  });

  it('answers a preflight by itself, or leaves it to the kitchen', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { http_status: { status: 403 } }, { verb: 'OPTIONS', nth: 1 });
    const connection = await RawConnection.open(kitchen.port);
    const preflight = { verb: 'OPTIONS', path, headers: { Origin: 'http://localhost:1' } };
    const first = await connection.ask(preflight);
    expect(first.status).toBe(403);
    expect(first.headers.map(([name]) => name)).not.toContain('Access-Control-Allow-Origin');
    expect((await connection.ask(preflight)).status).toBe(204);
    expect(sessions(kitchen)[0]?.counters.posts).toBe(0);
  });

  it.each([
    ['reset', 'reset'],
    ['fin', 'fin'],
  ] as const)('ends the connection of a large body: %s', async (how, seen) => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { cut: { at: 'start', how } });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(headOf(path).replace(/Content-Length: \d+/, 'Content-Length: 3000000'));
    expect(await connection.ended()).toBe(seen);
    expect((await kitchen.waitFor(() => true)).outcome).toBe('CONNECTION_LOST');
  });

  it('hears that a client has left whose body it does not read', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { stall: { at: 'start' } });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(headOf(path) + BODY.slice(0, 10));
    await expect.poll(() => kitchen.observations().length).toBe(1);
    connection.leave();
    expect(await kitchen.waitFor(() => true)).toMatchObject({ outcome: 'CANCELLED' });
  });

  it.each([
    ['a stall', { stall: { at: 'start' } }],
    ['a delay', { http_status: { status: 413 }, delay: { delayMs: '1h' } }],
    ['half a close', { cut: { at: 'start', how: 'half_close' } }],
  ])('is interrupted in %s when the session is ended by hand', async (_what, doing) => {
    const kitchen = await testKitchen();
    const path = order(kitchen, doing);
    const connection = await RawConnection.open(kitchen.port);
    connection.write(headOf(path));
    await expect.poll(() => kitchen.observations().length).toBe(1);
    kitchen.endSessions();
    await connection.ended();
    expect(await kitchen.waitFor(() => true)).toMatchObject({
      outcome: 'CONNECTION_LOST',
      closedBy: 'server',
    });
  });

  it('shows what a hook threw, and harms nobody else', async () => {
    const kitchen = await testKitchen();
    const path = order(kitchen, { port: {}, http_status: { status: 413 } });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(headOf(path));
    const { status, body } = await connection.readAnswer();
    expect(status).toBe(500);
    expect(body).toContain('order it with ownPort');
  });

  it('tells a client to go on only when its body is about to be read', async () => {
    const kitchen = await testKitchen({ maxBodyBytes: 1_000 });
    const connection = await RawConnection.open(kitchen.port);
    const [head = ''] = bytes('/mcp', BODY, { Expect: '100-continue' }).split('\r\n\r\n');
    connection.write(`${head}\r\n\r\n`);
    expect((await connection.readAnswer()).statusLine).toBe('HTTP/1.1 100 Continue');
    connection.write(BODY);
    expect((await connection.readAnswer()).status).toBe(200);
    connection.write(`${head.replace(/Content-Length: \d+/, 'Content-Length: 1001')}\r\n\r\n`);
    expect((await connection.readAnswer()).status).toBe(413);
    const api = await RawConnection.open(kitchen.port);
    api.write('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n\r\n');
    expect((await api.readAnswer()).status).toBe(100);
    expect((await api.readAnswer()).status).toBe(200);
  });
});

describe('requests sent at once on one connection', () => {
  it('are answered in order, also where one is written by hand', async () => {
    const kitchen = await testKitchen();
    const { url } = kitchen.order({
      scenario: 'script',
      params: {
        rules: [
          { on: { argument: { text: 'slow' } }, do: { delay: { delayMs: 60 } } },
          { do: { interim: {} } },
        ],
      },
    });
    const path = new URL(url).pathname;
    const connection = await RawConnection.open(kitchen.port);
    const ask = (id: number, text: string): string =>
      bytes(
        path,
        JSON.stringify(message('tools/call', { name: 'echo', arguments: { text } }, {}, id)),
      );
    connection.write(ask(1, 'slow') + ask(2, 'b') + ask(3, 'c'));
    const ids = [];
    while (ids.length < 3) {
      const { status, body } = await connection.readAnswer();
      if (status === 200) ids.push(JSON.parse(body).id);
    }
    expect(ids).toEqual([1, 2, 3]);
  });

  it.each([
    ['written by hand', { interim: {} }],
    ['written by the server', {}],
  ])(
    'leave no open record behind when the client goes before their turn: %s',
    async (_what, doing) => {
      const kitchen = await testKitchen();
      const rules = [{ on: { nth: 1 }, do: { stall: { at: 'start' } } }];
      const { url } = kitchen.order({
        scenario: 'script',
        params: { rules: Object.keys(doing).length === 0 ? rules : [...rules, { do: doing }] },
      });
      const connection = await RawConnection.open(kitchen.port);
      connection.write(bytes(new URL(url).pathname) + bytes(new URL(url).pathname));
      await expect.poll(() => kitchen.observations().length).toBe(2);
      connection.leave();
      await expect
        .poll(() => kitchen.observations().map(({ state }) => state))
        .toEqual(['finished', 'finished']);
    },
  );
});
