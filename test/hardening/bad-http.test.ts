/** Requests that break the rules of HTTP: each is answered as HTTP asks for, recorded, and harms nobody else. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { RawConnection, requestBytes, valuesOf } from '../support/raw-http.js';
import { echoText, expectHealthy, post, strike } from './strike.js';

const MIB = 1024 * 1024;
const ECHO = echoText();
const CHUNKED = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' };

describe('what is no HTTP', () => {
  it.each<[string, string | Uint8Array]>([
    ['a TLS handshake', Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1')],
    ['a method in lower case', post(ECHO, {}, { verb: 'post' })],
    ['a version that does not exist', post(ECHO, {}, { version: 'HTTP/3.7' })],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a path of other bytes than ASCII', post(ECHO, {}, { path: '/mcp\u00e9' })],
    ['lines that end without CR', post(ECHO).toString().replaceAll('\r\n', '\n')],
    ['a control character in a header', post(ECHO, { 'X-Bell': 'a\x07b' })],
    ['a NUL in a header', post(ECHO, { 'X-Nul': 'a\0b' })],
    ['a header that goes on in the next line', post(ECHO, { 'X-Fold': 'a\r\n b' })],
    ['a space before the colon', post(ECHO, { 'X-Space ': 'a' })],
    ['a header without a name', post(ECHO, { '': 'a' })],
    ['both Content-Length and chunks', post(ECHO, { 'Transfer-Encoding': 'chunked' })],
    ['two lengths', post(ECHO, { 'content-length': '7' })],
    ['a length that is no number', post(ECHO, { 'Content-Length': 'abc' })],
    ['a negative length', post(ECHO, { 'Content-Length': '-1' })],
  ])('%s is 400, says what is wrong, and closes the connection', async (_what, bytes) => {
    const kitchen = await testKitchen();
    const { answer, text, observation, connection } = await strike(kitchen, bytes);
    expect(answer.status).toBe(400);
    expect(valuesOf(answer, 'connection')).toEqual(['close']);
    expect(JSON.parse(text)).toMatchObject({
      error: 'bad_http',
      detail: expect.stringMatching(/^This is no valid HTTP\/1\.1 request\. \(.+, HPE_\w+\)$/),
    });
    expect(observation).toMatchObject({
      workspace: 'default',
      session: null,
      refused: 'bad_http',
      outcome: 'HTTP_ERROR',
      http: { status: 400 },
      response: { body: text },
    });
    expect(valuesOf(answer, 'kitchen-exchange')).toEqual([String(observation?.number)]);
    await connection.ended();
    expect(kitchen.observations({ session: undefined }).map(({ refused }) => refused)).toEqual([
      null,
      'bad_http',
    ]);
  });

  it('is recorded with the request line, as far as there is one', async () => {
    const kitchen = await testKitchen();
    const readable = await strike(kitchen, post(ECHO, { 'X-Nul': '\0' }, { path: '/mcp?a=1' }));
    expect(readable.observation?.http).toMatchObject({ method: 'POST', path: '/mcp?a=1' });
    const unreadable = await strike(kitchen, '\x16\x03\x01');
    expect(unreadable.observation?.http).toMatchObject({ method: '(unknown)', path: '(unknown)' });
  });

  it('leaves no token of the query in the record', async () => {
    const kitchen = await testKitchen();
    const path = '/mcp?access_token=hunter2hunter2';
    const { observation } = await strike(kitchen, post(ECHO, { 'X-Nul': '\0' }, { path }));
    expect(JSON.stringify(observation)).not.toContain('hunter2');
  });

  it.each([
    ['a request line of 100 KiB', post(ECHO, {}, { path: `/mcp?${'a'.repeat(100 * 1024)}` })],
    ['a header of 20 KiB', post(ECHO, { 'X-Long': 'a'.repeat(20 * 1024) })],
    ['headers of 20 KiB together', post(ECHO, Object.fromEntries(manyHeaders(1_000)))],
  ])('%s is 431', async (_what, bytes) => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(kitchen, bytes);
    expect(answer.status).toBe(431);
    expect(observation).toMatchObject({ session: null, refused: 'headers_too_large' });
    expect(observation?.http.path.length).toBeLessThan(1_100);
  });

  it('that breaks off in its head is answered, if anybody still listens', async () => {
    const kitchen = await testKitchen();
    const bytes = post(ECHO).subarray(0, 60);
    const { answer, observation } = await strike(kitchen, bytes, { thenClose: true });
    expect(answer.status).toBe(400);
    expect(observation).toMatchObject({ session: null, refused: 'bad_http' });
  });

  it('leaves no record where a connection only opened and closed', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    connection.end();
    await connection.ended();
    await expectHealthy(kitchen);
    expect(kitchen.observations()).toHaveLength(1);
  });
});

function manyHeaders(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`X-Header-${String(index)}`, 'value']);
}

describe('a target or a Host that makes no URL', () => {
  it.each([
    ['OPTIONS *', post('', {}, { verb: 'OPTIONS', path: '*' }), 'bad_target'],
    ['POST *', post(ECHO, {}, { path: '*' }), 'bad_target'],
    ['a backslash in the path', post(ECHO, {}, { path: '/mcp\\..\\x' }), 'bad_target'],
    ['a broken URL', post(ECHO, {}, { path: 'http://[/mcp' }), 'bad_target'],
    ['a Host with a blank', post(ECHO, { Host: 'a b' }), 'bad_host'],
    ['a Host with a user', post(ECHO, { Host: '127.0.0.1@evil.example' }), 'bad_host'],
    ['no Host', post(ECHO, { Host: null }), 'bad_host'],
    ['two Hosts', post(ECHO, { host: 'localhost' }), 'bad_host'],
    ['no Host in HTTP/1.0', post(ECHO, { Host: null }, { version: 'HTTP/1.0' }), 'bad_host'],
  ])('%s is 400 and recorded', async (_what, bytes, refused) => {
    const kitchen = await testKitchen();
    const { answer, text, observation } = await strike(kitchen, bytes);
    expect(answer.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: refused });
    expect(observation).toMatchObject({ workspace: 'default', session: null, refused });
  });

  it.each(['/favicon.ico', '/api/health'])('%s with a bad Host needs no record', async (path) => {
    const kitchen = await testKitchen();
    const bytes = post('', { Host: 'a b' }, { verb: 'GET', path });
    const { answer, observation } = await strike(kitchen, bytes);
    expect(answer.status).toBe(400);
    expect(observation).toBeUndefined();
  });
});

describe('a target that is a whole URL', () => {
  it('is served where its host is allowed', async () => {
    const kitchen = await testKitchen();
    const bytes = post(ECHO, {}, { path: `http://localhost:${String(kitchen.port)}/mcp?x=1` });
    const { answer, observation } = await strike(kitchen, bytes);
    expect(answer.status).toBe(200);
    expect(observation?.http.path).toBe('/mcp?x=1');
  });

  it.each([
    ['a foreign host', 'http://evil.example/mcp', {}],
    ['a foreign host behind a user', 'http://127.0.0.1@evil.example/mcp', {}],
    ['an allowed host, and a foreign Host', 'http://127.0.0.1/mcp', { Host: 'evil.example' }],
  ])('with %s is 403 and recorded', async (_what, path, headers) => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(kitchen, post(ECHO, headers, { path }));
    expect(answer.status).toBe(403);
    expect(observation).toMatchObject({ session: null, refused: 'forbidden_host' });
  });

  it('with a foreign host does not reach the admin API', async () => {
    const kitchen = await testKitchen();
    const bytes = post('', {}, { verb: 'GET', path: 'http://evil.example/api/health' });
    const { answer } = await strike(kitchen, bytes);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, 'forbidden_host']);
  });
});

describe('a length that lies', () => {
  it('too long: the client closes, and is told that its body is broken', async () => {
    const kitchen = await testKitchen();
    const bytes = post(ECHO, { 'Content-Length': '5000' });
    const { answer, observation } = await strike(kitchen, bytes, { thenClose: true });
    expect([answer.status, valuesOf(answer, 'connection')]).toEqual([400, ['close']]);
    expect(observation).toMatchObject({
      session: null,
      refused: 'body_broken',
      outcome: 'CANCELLED',
      closedBy: 'client',
      http: { method: 'POST', path: '/mcp', status: 400 },
    });
  });

  it('at the admin API, of the very first request even, is answered too', async () => {
    const kitchen = await testKitchen();
    const target = { verb: 'PUT', path: '/api/workspaces/default/selection' };
    const bytes = post('{"scenario":', { 'Content-Length': '5000' }, target);
    const { answer, observation } = await strike(kitchen, bytes, { thenClose: true });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'invalid_request']);
    expect(observation).toBeUndefined();
  });

  it('too short: what came counts, and the rest is no request', async () => {
    const kitchen = await testKitchen();
    const { answer, connection } = await strike(kitchen, post(ECHO, { 'Content-Length': '20' }));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ id: null, error: { code: -32700 } });
    const rest = await connection.readAnswer();
    expect([rest.status, JSON.parse(rest.body).error]).toEqual([400, 'bad_http']);
    await connection.ended();
    const recorded = kitchen.observations().map(({ refused, errorCode }) => [refused, errorCode]);
    expect(recorded).toHaveLength(3);
    expect(recorded).toEqual(
      expect.arrayContaining([
        [null, -32700],
        ['bad_http', null],
      ]),
    );
  });

  it('too short: an answer that takes its time still comes first', async () => {
    const kitchen = await testKitchen();
    const slow = message('tools/call', { name: 'slow', arguments: { ms: 50, steps: 1 } });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(`${requestBytes({ body: JSON.stringify(slow) })}and more`);
    expect((await connection.readAnswer()).body).toContain('Took 50 ms');
    expect((await connection.readAnswer()).status).toBe(400);
    expect(await connection.ended()).toBe('fin');
  });

  it('a reset in the middle of the body is recorded', async () => {
    const kitchen = await testKitchen();
    const bytes = post(ECHO, { Expect: '100-continue' });
    const { answer, connection } = await openReset(kitchen.port, bytes);
    expect(answer).toContain('100 Continue');
    connection.resetAndDestroy();
    const observation = await kitchen.waitFor(({ refused }) => refused !== null);
    expect(observation).toMatchObject({
      session: null,
      refused: 'body_broken',
      outcome: 'CANCELLED',
      closedBy: 'client',
      http: { status: null },
    });
    await expectHealthy(kitchen);
  });
});

async function openReset(port: number, bytes: Buffer) {
  const connection = connect(port, '127.0.0.1');
  connection.write(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 10));
  const answer = await new Promise<string>((resolve) => {
    connection.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  return { answer, connection };
}

describe('chunks', () => {
  it.each([
    ['a size that is no number', 'zz\r\nhello\r\n0\r\n\r\n'],
    ['more than their size', '3\r\nhello\r\n0\r\n\r\n'],
    ['an endless extension', `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`],
  ])('with %s are 400', async (_what, body) => {
    const kitchen = await testKitchen();
    const { answer, observation, connection } = await strike(kitchen, post(body, CHUNKED));
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, 'body_broken']);
    expect(observation).toMatchObject({
      session: null,
      refused: 'body_broken',
      outcome: 'HTTP_ERROR',
      closedBy: null,
    });
    expect(await connection.ended()).toBe('fin');
  });

  it('that are not the last coding are 400, for nobody knows where they end', async () => {
    const kitchen = await testKitchen();
    const headers = { ...CHUNKED, 'Transfer-Encoding': 'gzip' };
    const { answer, observation } = await strike(kitchen, post('0\r\n\r\n', headers));
    expect(answer.status).toBe(400);
    expect(observation).toMatchObject({ session: null, refused: 'body_broken' });
  });

  it('of a coding that nobody knows are 501', async () => {
    const kitchen = await testKitchen();
    const headers = { ...CHUNKED, 'Transfer-Encoding': 'gzip, chunked' };
    const { answer, observation } = await strike(kitchen, post('0\r\n\r\n', headers));
    expect(answer.status).toBe(501);
    expect(observation).toMatchObject({ session: null, refused: 'transfer_coding' });
  });

  it('of one byte each, with an extension and a trailer, are one body', async () => {
    const kitchen = await testKitchen();
    const bytes = [...ECHO].map((character) => `1;a=b\r\n${character}\r\n`).join('');
    const body = `${bytes}0\r\nX-Trailer: x\r\n\r\n`;
    expect((await strike(kitchen, post(body, CHUNKED))).answer.status).toBe(200);
  });
});

describe('a compressed body', () => {
  it.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'GZIP'])(
    'in %s is 415, and the answer says what is taken',
    async (coding) => {
      const kitchen = await testKitchen();
      const bytes = post(gzipSync(ECHO), { 'Content-Encoding': coding });
      const { answer, observation } = await strike(kitchen, bytes);
      expect(answer.status).toBe(415);
      expect(valuesOf(answer, 'accept-encoding')).toEqual(['identity']);
      expect(observation).toMatchObject({ session: null, refused: 'content_coding' });
    },
  );

  it('that is not compressed after all is taken', async () => {
    const kitchen = await testKitchen();
    const bytes = post(ECHO, { 'Content-Encoding': 'identity' });
    expect((await strike(kitchen, bytes)).answer.status).toBe(200);
  });
});

describe('a body without end', () => {
  it.each([
    ['in chunks', post('', CHUNKED), `10000\r\n${'x'.repeat(65_536)}\r\n`],
    ['of a told length', post('', { 'Content-Length': '99999999999' }), 'x'.repeat(65_536)],
  ])('%s is cut off a bounded while after the refusal', async (_how, head, more) => {
    const kitchen = await testKitchen();
    const { sent, received } = await pourWithoutEnd(kitchen.port, head, more);
    expect(received).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n/is);
    expect(sent).toBeGreaterThan(MIB);
    expect(sent).toBeLessThan(32 * MIB);
    expect(kitchen.observations()).toMatchObject([{ session: null, refused: 'body_too_large' }]);
    await expectHealthy(kitchen);
  });

  it.each([
    ['GET', 405],
    ['HEAD', 405],
    ['OPTIONS', 204],
    ['PUT', 405],
  ])('of a %s, which nobody reads, is cut off too', async (verb, status) => {
    const kitchen = await testKitchen();
    const head = post('', CHUNKED, { verb });
    const more = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const { sent, received } = await pourWithoutEnd(kitchen.port, head, more);
    expect(received.startsWith(`HTTP/1.1 ${String(status)} `)).toBe(true);
    expect(sent).toBeLessThan(32 * MIB);
    await expectHealthy(kitchen);
  });

  it('that stops in the middle after the refusal keeps no connection open, nor half of one', async () => {
    const kitchen = await testKitchen();
    const socket = connect({ port: kitchen.port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => {
      socket.destroy();
    });
    socket.write(post('just the beginning', { 'Content-Length': '99999999' }));
    socket.resume();
    await once(socket, 'end');
    // Only what is sent to a connection shows that it has gone.
    const knocking = setInterval(() => socket.write('x'), 50);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    clearInterval(knocking);
    expect(error.code).toMatch(/^(?:EPIPE|ECONNRESET)$/);
    await expectHealthy(kitchen);
  });

  it('that ends after all may be sent to its end, so that nothing keeps the answer from being read', async () => {
    const kitchen = await testKitchen({ maxBodyBytes: 1_000 });
    const socket = connect(kitchen.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    // A reset would reject this.
    const closed = once(socket, 'close');
    socket.end(post('x'.repeat(8 * MIB)));
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(socket.bytesWritten).toBeGreaterThan(8 * MIB);
  });
});

/** Writes as fast as the kitchen takes it, until the kitchen closes. */
async function pourWithoutEnd(
  port: number,
  head: Uint8Array,
  more: string,
): Promise<{ sent: number; received: string }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => socket.destroy());
  let closed = false;
  const closing = new Promise<void>((resolve) => {
    socket.on('close', () => {
      closed = true;
      resolve();
    });
  });
  socket.write(head);
  const pour = (): void => {
    while (!closed && socket.write(more));
  };
  socket.on('drain', pour);
  pour();
  await closing;
  return { sent: socket.bytesWritten, received };
}

describe('other protocols', () => {
  it('CONNECT is refused: this is no proxy', async () => {
    const kitchen = await testKitchen();
    const bytes = 'CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: 10.0.0.1:443\r\n\r\n';
    const { answer, observation, connection } = await strike(kitchen, bytes);
    expect([answer.status, valuesOf(answer, 'allow')]).toEqual([405, ['POST']]);
    expect(observation).toMatchObject({
      session: null,
      refused: 'connect',
      http: { method: 'CONNECT', path: '10.0.0.1:443' },
    });
    expect(await connection.ended()).toBe('fin');
  });

  it.each(['/mcp', '/api/health', '/'])('a WebSocket at %s is not opened', async (path) => {
    const kitchen = await testKitchen();
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
      'Content-Length': null,
    };
    const { answer } = await strike(kitchen, post('', headers, { verb: 'GET', path }));
    expect(answer.status).not.toBe(101);
    expect(answer.status).toBeLessThan(500);
  });

  it('a connection whose upgrade was ignored is closed: errors on it would go unanswered', async () => {
    const kitchen = await testKitchen();
    const headers = { Connection: 'Upgrade', Upgrade: 'h2c' };
    const { answer, connection } = await strike(kitchen, post(echoText(), headers));
    expect([answer.status, valuesOf(answer, 'connection')]).toEqual([200, ['close']]);
    expect(await connection.ended()).toBe('fin');
  });

  it('an expectation that nobody knows is ignored', async () => {
    const kitchen = await testKitchen();
    const { answer } = await strike(kitchen, post(ECHO, { Expect: 'miracles' }));
    expect(answer.status).toBe(200);
  });

  it('what is at no address says what was asked for', async () => {
    const kitchen = await testKitchen();
    const { answer, observation } = await strike(kitchen, post(ECHO, {}, { path: '/%6dcp' }));
    expect([answer.status, answer.body]).toEqual([404, expect.stringContaining('at /%6dcp.')]);
    expect(observation).toBeUndefined();
  });
});
