/** What requests that are not about MCP need cannot be loaded: the process can open no more files, say. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/wire/listen.js';
import { RawConnection } from '../support/raw-http.js';

vi.mock('@hono/node-server', () => {
  throw new Error('too many open files');
});

it('a request that needs it is answered with what went wrong', async () => {
  const told: unknown[] = [];
  const listening = await listen(
    {
      answerMcp: () => undefined,
      fetch: () => new Response(null, { status: 204 }),
      failed: (error) => {
        told.push(error);
        return { status: 500, headers: [], body: 'failed' };
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
  for (const count of [1, 2]) {
    const answer = await connection.ask({ verb: 'GET', path: '/api/health' });
    expect([answer.status, answer.body, told.length]).toEqual([500, 'failed', count]);
  }
});
