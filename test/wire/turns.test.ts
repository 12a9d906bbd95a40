/** Requests that come on one connection before the ones ahead of them are answered. */
import type { Socket } from 'node:net';
import { Socket as NetSocket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/wire/listen.js';
import { MAX_AHEAD } from '../../src/wire/turns.js';
import type { Wire } from '../../src/wire/wire.js';
import { RawConnection, requestBytes } from '../support/raw-http.js';

interface Asked {
  readonly path: string;
  readonly socket: Socket;
  /** How its answer ended, once it has. */
  how?: 'sent' | 'gone';
}

interface Door {
  readonly port: number;
  /** What has come to the handler, in order. */
  readonly asked: Asked[];
  /** Resolves when so many have come, counted from the first. */
  came(count: number): Promise<void>;
  /** Answers what waits at `/held`. */
  release(): void;
}

/** Listens, and answers with the path; `/held` only once it is released. */
async function openDoor(answer: (wire: Wire) => Promise<'itself' | null>): Promise<Door> {
  const asked: Asked[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let look = (): void => undefined;
  const listening = await listen(
    {
      answerMcp: async (wire) => {
        if (!(wire.connection instanceof NetSocket)) throw new Error('There is no socket.');
        const entry: Asked = { path: wire.path, socket: wire.connection };
        asked.push(entry);
        wire.onEnd((how) => {
          entry.how = how;
        });
        look();
        await wire.readBody(1_000);
        if (wire.path === '/held') await released;
        if ((await answer(wire)) === null) return null;
        return { status: 200, headers: [], body: wire.path };
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
  const came = (count: number): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        if (asked.length >= count) resolve();
      };
      look();
    });
  return { port: listening.port, asked, came, release };
}

const itself = (): Promise<'itself'> => Promise.resolve('itself');

/** Takes the connection from under HTTP, as a fault does, and answers by hand. */
async function byHand(wire: Wire): Promise<null> {
  const connection = wire.take();
  await connection?.turn();
  await connection?.write(
    Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Length: ${String(wire.path.length)}\r\n\r\n${wire.path}`,
    ),
  );
  connection?.end('keep');
  return null;
}

const paths = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `/${String(index + 1)}`);

const bytesOf = (all: readonly string[]): string =>
  all.map((path) => requestBytes({ path, body: '{}' })).join('');

async function readBodies(connection: RawConnection, count: number): Promise<readonly string[]> {
  const bodies: string[] = [];
  while (bodies.length < count) bodies.push((await connection.readAnswer()).body);
  return bodies;
}

it.each([
  ['by the server', itself],
  ['by a fault', byHand],
])('leave nothing on a kept connection when they are answered %s', async (_by, answer) => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => {
    warnings.push(warning);
  };
  process.on('warning', note);
  onTestFinished(() => {
    process.off('warning', note);
  });
  const door = await openDoor(answer);
  const connection = await RawConnection.open(door.port);
  const listeners: number[] = [];
  for (const count of [2, 50, 50]) {
    connection.write(bytesOf(paths(count)));
    expect(await readBodies(connection, count)).toEqual(paths(count));
    listeners.push(door.asked[0]?.socket.listenerCount('close') ?? 0);
  }
  expect(listeners).toEqual([listeners[0], listeners[0], listeners[0]]);
  // Node tells of them a tick later.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

it('are told when the connection closes before their turn', async () => {
  const door = await openDoor(itself);
  const connection = await RawConnection.open(door.port);
  const count = MAX_AHEAD + 50;
  connection.write(bytesOf(['/held', ...paths(count)]));
  await door.came(MAX_AHEAD + 1);
  connection.leave();
  await door.came(count + 1);
  await expect.poll(() => door.asked.filter(({ how }) => how !== 'gone')).toEqual([]);
});

it('wait unread behind a hundred others, and come in their order', async () => {
  const door = await openDoor(itself);
  const connection = await RawConnection.open(door.port);
  const all = paths(MAX_AHEAD * 3);
  connection.write(bytesOf(['/held', ...all]));
  await door.came(MAX_AHEAD + 1);
  // Whoever asks on a connection of their own does not wait for them.
  const other = await RawConnection.open(door.port);
  expect((await other.ask({ path: '/other', body: '{}' })).body).toBe('/other');
  expect(door.asked.filter(({ path }) => path !== '/other')).toHaveLength(MAX_AHEAD + 1);
  door.release();
  expect(await readBodies(connection, all.length + 1)).toEqual(['/held', ...all]);
});
