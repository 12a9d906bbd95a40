/** An answer of a gigabyte goes through without being held, even where the client takes its time. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { bytesOf } from '../coverage/ledger-requests.js';
import { startKitchenProcess } from './kitchen-process.js';

const MIB = 1024 * 1024;
/** A quarter of it will do where nobody asked for more (`npm run soak`). */
const SIZE = (process.env['SOAK'] === undefined ? 256 : 1_024) * MIB;
const LOOKS = 8;

it('sends a huge body with little more memory', { timeout: 240_000 }, async () => {
  const kitchen = await startKitchenProcess({ db: ':memory:', scenario: 'script', params: {} });
  const address = (bytes: number): Promise<string> => order(kitchen.port, bytes);
  await receive(kitchen.port, await address(8 * MIB), async () => undefined);
  const before = await kitchen.facts();

  const path = await address(SIZE);
  const received = await receive(kitchen.port, path, async () => {
    // Whatever does not wait for the client piles up meanwhile.
    expect((await kitchen.facts()).rss - before.rss).toBeLessThan(100 * MIB);
  });

  expect(received).toBeGreaterThan(SIZE);
  const after = await kitchen.facts();
  expect((after.maxRss - Math.max(before.rss, before.maxRss)) / MIB).toBeLessThan(100);
  expect(after.failures).toEqual([]);
});

async function order(port: number, bytes: number): Promise<string> {
  const key = `huge-${String(bytes)}`;
  const params = { rules: [{ do: { body: { repeat: { unit: 'abcdefgh', bytes } } } }] };
  const response = await fetch(`http://127.0.0.1:${String(port)}/api/workspaces/default/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, scenario: 'script', params }),
  });
  expect(response.status).toBe(201);
  return `/w/default/s/${key}/mcp`;
}

/** Reads an answer to its end, and stops `LOOKS` times on the way; how many bytes came. */
async function receive(port: number, path: string, look: () => Promise<void>): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => {
    socket.destroy();
  });
  const headers = { Connection: 'close' };
  socket.write(bytesOf({ request: 'call', headers }, { path, port, sessionId: null }));
  let received = 0;
  let next = SIZE / LOOKS;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received += chunk.byteLength;
    if (received < next) continue;
    next += SIZE / LOOKS;
    await look();
  }
  if (!socket.closed) await once(socket, 'close');
  return received;
}
