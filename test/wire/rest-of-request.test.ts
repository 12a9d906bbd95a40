/** The rest of requests that were answered before they had come whole. */
import { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/wire/listen.js';
import { RawConnection } from '../support/raw-http.js';

it('leaves nothing on a kept connection once it has come', async () => {
  let socket: Socket | undefined;
  const listening = await listen(
    {
      answerMcp: ({ connection }) => {
        if (connection instanceof Socket) socket = connection;
        return Promise.resolve({ status: 404, headers: [], body: 'no' });
      },
      fetch: () => new Response(null, { status: 404 }),
      failed: () => ({ status: 500, headers: [], body: null }),
    },
    { port: 0, host: '127.0.0.1', refuse: () => ({ status: 400, headers: [], body: null }) },
  );
  onTestFinished(async () => {
    const stopped = listening.stop();
    listening.cutAll();
    await stopped;
  });
  const connection = await RawConnection.open(listening.port);
  const listeners: number[] = [];
  for (let request = 0; request < 12; request += 1) {
    connection.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect((await connection.readAnswer()).status).toBe(404);
    // Until the rest has come, the connection is watched.
    listeners.push(socket?.listenerCount('close') ?? 0);
    connection.write('5\r\nhello\r\n0\r\n\r\n');
  }
  expect(new Set(listeners).size).toBe(1);
});
