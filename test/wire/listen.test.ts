/** What the listening socket does with clients that take their time. */
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/wire/listen.js';
import type { UnreadRequest } from '../../src/wire/unread-request.js';
import { RawConnection, requestBytes, valuesOf } from '../support/raw-http.js';

/** Listens with short timeouts, and answers what was read of a body. */
async function listenImpatiently(): Promise<{ port: number; refused: UnreadRequest[] }> {
  const refused: UnreadRequest[] = [];
  const listening = await listen(
    {
      answerMcp: async (wire) => {
        const { kind } = await wire.readBody(1_000);
        return { status: 200, headers: [], body: kind };
      },
      fetch: () => new Response(null, { status: 404 }),
      failed: () => ({ status: 500, headers: [], body: null }),
    },
    {
      port: 0,
      host: '127.0.0.1',
      refuse: (request) => {
        refused.push(request);
        return { status: 408, headers: [['X-Refused', 'yes']], body: 'too slow' };
      },
      headTimeoutMs: 60,
      requestTimeoutMs: 120,
      checkTimeoutsMs: 20,
    },
  );
  onTestFinished(async () => {
    const stopped = listening.stop();
    listening.cutAll();
    await stopped;
  });
  return { port: listening.port, refused };
}

it('a head that never ends is refused, and its connection closed', async () => {
  const { port, refused } = await listenImpatiently();
  const connection = await RawConnection.open(port);
  connection.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  const answer = await connection.readAnswer();
  expect([answer.status, answer.body, valuesOf(answer, 'x-refused')]).toEqual([
    408,
    'too slow',
    ['yes'],
  ]);
  expect(await connection.ended()).toBe('fin');
  expect(refused).toMatchObject([{ reason: 'request_timeout', verb: null, remote: '127.0.0.1' }]);
});

it.each([
  ['of a told length', { 'Content-Length': '500' }],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }],
])('a body %s that never ends is the exchange to answer', async (_how, moreHeaders) => {
  const { port, refused } = await listenImpatiently();
  const connection = await RawConnection.open(port);
  connection.write(requestBytes({ moreHeaders }));
  const answer = await connection.readAnswer();
  expect([answer.body, valuesOf(answer, 'connection')]).toEqual(['too_slow', ['close']]);
  expect(await connection.ended()).toBe('fin');
  expect(refused).toEqual([]);
});

it('a connection that asks nothing is closed in silence', async () => {
  const { port, refused } = await listenImpatiently();
  const connection = await RawConnection.open(port);
  await connection.ended();
  expect(connection.received).toBe('');
  expect(refused).toEqual([]);
});

it('a connection that rests between two requests stays open', async () => {
  const { port } = await listenImpatiently();
  const [resting, silent] = [await RawConnection.open(port), await RawConnection.open(port)];
  expect((await resting.ask({ body: 'x' })).body).toBe('read');
  // By then the timeouts have passed more than once.
  await silent.ended();
  expect((await resting.ask({ body: 'x' })).body).toBe('read');
});

it('a body that a fault leaves unread does not keep its connection for ever', async () => {
  const listening = await listen(
    {
      answerMcp: (wire) => {
        wire.take();
        return Promise.resolve(null);
      },
      fetch: () => new Response(null, { status: 404 }),
      failed: () => ({ status: 500, headers: [], body: null }),
    },
    {
      port: 0,
      host: '127.0.0.1',
      refuse: () => ({ status: 408, headers: [], body: null }),
      requestTimeoutMs: 120,
      headTimeoutMs: 60,
      checkTimeoutsMs: 20,
    },
  );
  onTestFinished(async () => {
    const stopped = listening.stop();
    listening.cutAll();
    await stopped;
  });
  const connection = await RawConnection.open(listening.port);
  connection.write(requestBytes({ moreHeaders: { 'Content-Length': '500000' } }));
  await connection.ended();
  expect(connection.received).toBe('');
});

it.each([
  ['an MCP address', '/mcp'],
  ['any other address', '/api/health'],
])('a failure of its own at %s is answered and told, not only cut off', async (_what, path) => {
  const told: unknown[] = [];
  const listening = await listen(
    {
      answerMcp: (wire) =>
        wire.path === '/mcp' ? Promise.reject(new Error('no file')) : undefined,
      fetch: () => Promise.reject(new Error('no file')),
      failed: (error) => {
        told.push(error);
        return { status: 500, headers: [['X-Failed', 'yes']], body: 'failed' };
      },
    },
    { port: 0, host: '127.0.0.1', refuse: () => ({ status: 400, headers: [], body: null }) },
  );
  onTestFinished(async () => {
    const stopped = listening.stop();
    listening.cutAll();
    await stopped;
  });
  const connection = await RawConnection.open(listening.port);
  const answer = await connection.ask({ path, body: '{}' });
  expect([answer.status, answer.body, told.length]).toEqual([500, 'failed', 1]);
});
