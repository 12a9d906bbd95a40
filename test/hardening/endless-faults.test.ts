/** Faults without end, and clients that take them as fast as they come: calls of others succeed meanwhile. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bytesOf } from '../coverage/ledger-requests.js';
import { startKitchenProcess } from './kitchen-process.js';

const CALLS = 20;

const endless = (...items: object[]): object => ({
  events: { items: [{ repeat: 'endless', items }] },
});

it.each<[string, object]>([
  ['pauses of no time', endless({ waitMs: 0 })],
  ['items of no bytes', endless({ raw: '' })],
  ['lines of a stream', endless({ raw: ': x\n' })],
  [
    'comments in a body',
    { body: { contentType: 'text/event-stream', repeat: { unit: ': x\n', times: 'endless' } } },
  ],
  [
    'events that are changed',
    {
      ...endless({ raw: 'data: 1\n\n' }, { raw: 'data: {"id":1,"result":{}}\n\n' }),
      envelope: { id: 'null' },
      rewrite: { which: 'all', patch: [{ op: 'add', path: '/x', value: 1 }] },
    },
  ],
  ['interim answers', { interim: { times: 1_000_000 } }],
  ['a list', { inflate: { path: '/result/x', list: { items: ['{{n}}'], count: 100_000_000 } } }],
  [
    'tiny chunks',
    { body: { repeat: { unit: 'x', times: 'endless' } }, framing: { chunked: { chunkBytes: 1 } } },
  ],
])('%s without end keep nobody waiting', async (_what, doing) => {
  const kitchen = await startKitchenProcess({ db: ':memory:' });
  const path = await order(kitchen.port, doing);
  const flooded = await flood(kitchen.port, path);

  for (let n = 0; n < CALLS; n += 1) await callOther(kitchen.port);
  expect(flooded.destroyed).toBe(false);

  flooded.destroy();
  await vi.waitFor(async () => expect(await kitchen.records()).toMatchObject({ open: 0 }), {
    timeout: 10_000,
  });
});

async function order(port: number, doing: object): Promise<string> {
  const params = { rules: [{ do: doing }] };
  const response = await fetch(`http://127.0.0.1:${String(port)}/api/workspaces/default/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'flood', scenario: 'script', params }),
  });
  expect(response.status).toBe(201);
  return '/w/default/s/flood/mcp';
}

/** Reads all that comes, from the first byte on. */
async function flood(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(bytesOf({ request: 'call' }, { path, port, sessionId: null }));
  await once(socket, 'data');
  socket.resume();
  return socket;
}

async function callOther(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  const headers = { Connection: 'close' };
  socket.write(bytesOf({ request: 'call', headers }, { path: '/mcp', port, sessionId: null }));
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  socket.destroy();
}
