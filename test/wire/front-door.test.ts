/** Who may come in, and at which address: what is refused before MCP is reached. */
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Protocol } from '../../src/server-info.js';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { askOnce, RawConnection, requestBytes, valuesOf } from '../support/raw-http.js';

const PAGE = 'http://localhost:5173';
const call = (text = 'x'): string =>
  JSON.stringify(message('tools/call', { name: 'echo', arguments: { text } }));
const CALL = { body: call() };

function newest(kitchen: Kitchen): unknown {
  return kitchen.observations({ limit: 1 })[0];
}

describe('Host and Origin', () => {
  it.each(['evil.example', '127.0.0.1.evil.example', '127.0.0.2', ''])(
    'the host %j is refused',
    async (host) => {
      const kitchen = await testKitchen();
      const answer = await askOnce(kitchen.port, { ...CALL, moreHeaders: { Host: host } });
      expect([400, 403]).toContain(answer.status);
      expect(kitchen.service.sessions('default', { limit: 10 }).items).toEqual([]);
    },
  );

  it.each(['localhost', 'localhost:9', '[::1]', '127.0.0.1:1'])(
    'the host %s may come in',
    async (host) => {
      const kitchen = await testKitchen();
      expect((await askOnce(kitchen.port, { ...CALL, moreHeaders: { Host: host } })).status).toBe(
        200,
      );
    },
  );

  it('a doubled Host is refused, although Node keeps the first alone', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    connection.write(
      requestBytes(CALL).replace('Host: 127.0.0.1', 'Host: 127.0.0.1\r\nHost: evil.example'),
    );
    expect((await connection.readAnswer()).status).toBe(400);
    expect(newest(kitchen)).toMatchObject({ session: null, refused: 'bad_host' });
  });

  it.each(['http://evil.example', 'null', 'file://', 'https://127.0.0.1.evil.example'])(
    'the origin %s is refused, and a page there can read nothing',
    async (origin) => {
      const kitchen = await testKitchen();
      const answer = await askOnce(kitchen.port, { ...CALL, moreHeaders: { Origin: origin } });
      expect(answer.status).toBe(403);
      expect(valuesOf(answer, 'access-control-allow-origin')).toEqual([]);
      expect(newest(kitchen)).toMatchObject({ session: null, refused: 'forbidden_origin' });
    },
  );

  it('an origin that was allowed by name may come in, its neighbours may not', async () => {
    const kitchen = await testKitchen({ allowOrigins: ['https://app.example'] });
    const from = async (origin: string): Promise<number> =>
      (await askOnce(kitchen.port, { ...CALL, moreHeaders: { Origin: origin } })).status;
    expect(await from('https://app.example')).toBe(200);
    expect(await from('http://app.example')).toBe(403);
    expect(await from('https://app.example:8443')).toBe(403);
  });
});

describe('a browser client of an allowed origin', () => {
  it('gets its preflight answered, without a session', async () => {
    const kitchen = await testKitchen();
    const answer = await askOnce(kitchen.port, {
      verb: 'OPTIONS',
      moreHeaders: {
        Origin: PAGE,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,mcp-method,mcp-param-region',
      },
    });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(valuesOf(answer, 'access-control-allow-origin')).toEqual([PAGE]);
    expect(valuesOf(answer, 'access-control-allow-methods').join()).toContain('POST');
    expect(valuesOf(answer, 'access-control-allow-headers')).toEqual([
      'content-type,mcp-method,mcp-param-region',
    ]);
    expect(newest(kitchen)).toMatchObject({ session: null, refused: 'preflight' });
  });

  it('may read what the kitchen marks its answers with, faults included', async () => {
    const kitchen = await testKitchen({ scenario: 'http_status_sequence' });
    const answer = await askOnce(kitchen.port, { ...CALL, moreHeaders: { Origin: PAGE } });
    expect(answer.status).toBe(503);
    expect(valuesOf(answer, 'access-control-allow-origin')).toEqual([PAGE]);
    const exposed = valuesOf(answer, 'access-control-expose-headers').join().split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'Kitchen-Session',
        'Kitchen-Exchange',
        'Kitchen-Fault',
        'Mcp-Session-Id',
      ]),
    );
    expect(valuesOf(answer, 'vary')).toEqual(['Origin']);
  });

  it('gets no CORS header from the admin API', async () => {
    const kitchen = await testKitchen();
    const headers = { Origin: PAGE };
    const answer = await askOnce(kitchen.port, { verb: 'GET', path: '/api/health', headers });
    expect(answer.status).toBe(403);
    expect(valuesOf(answer, 'access-control-allow-origin')).toEqual([]);
  });
});

describe('a kitchen with an MCP token', () => {
  it('refuses who has none or another, and takes who has it', async () => {
    const kitchen = await testKitchen({ mcpToken: 's3cret-token' });
    const connection = await RawConnection.open(kitchen.port);
    const ask = (moreHeaders: Record<string, string>) => connection.ask({ ...CALL, moreHeaders });
    const none = await ask({});
    expect([none.status, valuesOf(none, 'www-authenticate')]).toEqual([401, ['Bearer']]);
    expect(newest(kitchen)).toMatchObject({ session: null, refused: 'unauthorized' });
    expect((await ask({ Authorization: 'Bearer other' })).status).toBe(401);
    expect((await ask({ Authorization: 's3cret-token' })).status).toBe(401);
    expect((await ask({ Authorization: 'Bearer s3cret-token' })).status).toBe(200);
    expect(JSON.stringify(kitchen.observations())).not.toContain('s3cret');
  });
});

describe('a body over the limit', () => {
  it.each([
    ['declared', (body: string) => requestBytes({ body })],
    [
      'in chunks',
      (body: string) =>
        requestBytes({ moreHeaders: { 'Transfer-Encoding': 'chunked' } }) +
        `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('%s is refused in words that can be read, and its connection closed', async (_how, bytes) => {
    const kitchen = await testKitchen({ maxBodyBytes: 1_000 });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(bytes(call('x'.repeat(500_000))));
    const answer = await connection.readAnswer();
    expect(answer.status).toBe(413);
    expect(answer.body).toContain('--max-body');
    expect(valuesOf(answer, 'connection')).toEqual(['close']);
    expect(newest(kitchen)).toMatchObject({ session: null, refused: 'body_too_large' });
    expect(await connection.ended()).toBe('fin');
    expect((await askOnce(kitchen.port, CALL)).status).toBe(200);
  });

  it('is refused before it was sent', async () => {
    const kitchen = await testKitchen({ maxBodyBytes: 1_000 });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes({ moreHeaders: { 'Content-Length': '1001' } }));
    expect((await connection.readAnswer()).status).toBe(413);
  });

  it('begins one byte beyond it', async () => {
    const body = call();
    const kitchen = await testKitchen({ maxBodyBytes: Buffer.byteLength(body) });
    expect((await askOnce(kitchen.port, { body })).status).toBe(200);
    expect((await askOnce(kitchen.port, { body: `${body} ` })).status).toBe(413);
  });
});

describe('an address', () => {
  it('/w/default/mcp is /mcp, with or without a query', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    const sessions: string[] = [];
    for (const path of ['/mcp', '/w/default/mcp', '/mcp?a=/w/other/mcp', `${kitchen.url}/mcp`]) {
      sessions.push(...valuesOf(await connection.ask({ ...CALL, path }), 'kitchen-session'));
    }
    expect(sessions).toHaveLength(4);
    expect(new Set(sessions).size).toBe(1);
  });

  it('of a workspace that does not exist is 404, with a hint how to make it', async () => {
    const kitchen = await testKitchen();
    const answer = await askOnce(kitchen.port, { ...CALL, path: '/w/nope/mcp' });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('kitchen select ID --workspace nope');
    expect(newest(kitchen)).toMatchObject({
      session: null,
      refused: 'unknown_workspace',
      http: { path: '/w/nope/mcp' },
    });
    expect(() => kitchen.service.selection('nope')).toThrow(/no workspace nope/);
  });

  it.each([
    '/w/%64efault/mcp',
    '/w/../mcp',
    '/w/default/../mcp',
    '/w/default/./mcp',
    '/w//mcp',
    '/w/default/s//mcp',
    '/w/default/mcp/',
    `/w/${'a'.repeat(65)}/mcp`,
  ])('%s is taken as it stands: 404, recorded', async (path) => {
    const kitchen = await testKitchen();
    const answer = await askOnce(kitchen.port, { ...CALL, path });
    expect(answer.status).toBe(404);
    expect(newest(kitchen)).toMatchObject({
      session: null,
      refused: 'bad_address',
      http: { path, status: 404 },
    });
  });

  it.each(['/%6dcp', '/mcp/', '//mcp', '/mcp/../mcp', '/'])('%s is none', async (path) => {
    const kitchen = await testKitchen();
    const answer = await askOnce(kitchen.port, { ...CALL, path });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('/mcp');
    expect(kitchen.service.sessions('default', { limit: 10 }).items).toEqual([]);
  });

  const EVERY = 'GET, POST, DELETE';
  it.each<[Protocol, string, string, number, string | undefined]>([
    ['modern', 'GET', '', 405, 'POST'],
    ['modern', 'DELETE', '2025-11-25', 405, 'POST'],
    ['modern', 'PUT', '', 405, 'POST'],
    ['legacy', 'GET', '', 400, undefined],
    ['legacy', 'DELETE', '2026-07-28', 400, undefined],
    ['legacy', 'PUT', '', 405, EVERY],
    ['both', 'GET', '', 405, 'POST'],
    ['both', 'DELETE', '2026-07-28', 405, 'POST'],
    ['both', 'GET', '2025-03-26', 400, undefined],
    ['both', 'PUT', '', 405, EVERY],
    ['both', 'HEAD', '', 405, EVERY],
  ])('of %s answers %s of version "%s" by %i', async (protocol, verb, version, status, allow) => {
    const kitchen = await testKitchen({ protocol });
    const headers = version === '' ? {} : { 'MCP-Protocol-Version': version };
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes({ verb, headers }));
    await connection.until('\r\n\r\n');
    const head = connection.received;
    expect(Number(head.split(' ')[1])).toBe(status);
    expect(/^allow: (.*)\r$/im.exec(head)?.[1]).toBe(allow);
    const refused = status === 405 ? 'method_not_allowed' : 'no_mcp_session';
    expect(newest(kitchen)).toMatchObject({ session: null, refused });
    const says = kitchen.observations({ limit: 1 })[0]?.response.body ?? '';
    if (verb === 'HEAD') expect(says).toBe('');
    else if (status === 400) expect(says).toContain('Mcp-Session-Id header is required');
    else expect(says.includes('need an Mcp-Session-Id')).toBe(protocol !== 'modern');
  });
});
