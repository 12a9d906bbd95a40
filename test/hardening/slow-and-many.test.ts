/** Clients that are slow, clients that are many, readers that never read: calls of others succeed meanwhile. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { message } from '../support/mcp.js';
import { AnswerReader } from './fuzz/answer-reader.js';
import { Gunner } from './fuzz/gunner.js';
import { bytesOf, request, type Shot, shoot, soundRequest } from './fuzz/shot.js';
import { type KitchenProcess, startKitchenProcess } from './kitchen-process.js';

const MIB = 1024 * 1024;
const TIMEOUT = { timeout: 180_000 };

const call = (name: string): Shot =>
  shoot(
    'a call',
    soundRequest(message('tools/call', { name: 'echo', arguments: { text: 'x' } }, { name }, 1)),
  );

/** Makes so many calls, eight at a time; each must succeed. */
async function callMany({ port }: KitchenProcess, count: number): Promise<void> {
  let left = count;
  const shot = call('a-healthy-client');
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const gunner = new Gunner(port);
      while (left > 0) {
        left -= 1;
        expect((await gunner.fire(shot))[0]?.status).toBe(200);
      }
      gunner.leave();
    }),
  );
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // Whoever waits for an answer sees that it is missing.
  socket.on('error', () => socket.destroy());
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** Waits until no exchange and no connection is left. */
async function expectNothingLeft(kitchen: KitchenProcess): Promise<void> {
  await vi.waitFor(
    async () => {
      expect(await kitchen.records()).toMatchObject({ open: 0 });
      expect((await kitchen.facts()).handles['TCPSocketWrap'] ?? 0).toBe(0);
    },
    { timeout: 20_000, interval: 100 },
  );
  const { failures, errors } = await kitchen.facts();
  expect([failures, errors, kitchen.output()]).toEqual([[], [], '']);
}

it('500 clients that send a byte a second', TIMEOUT, async () => {
  const kitchen = await startKitchenProcess({ db: ':memory:' });
  const bytes = bytesOf(soundRequest(message('tools/list', {}, { name: 'a-slow-client' }, 1)));
  const sockets = Array.from({ length: 500 }, () => open(kitchen.port));
  const readers = sockets.map((socket) => new AnswerReader(socket));
  let sent = 0;
  for (; sent < 3; sent += 1) {
    for (const socket of sockets) socket.write(bytes.subarray(sent, sent + 1));
    await Promise.all([callMany(kitchen, 100), sleep(1_000)]);
  }
  for (const socket of sockets) socket.write(bytes.subarray(sent));
  const answers = await Promise.all(readers.map((reader) => reader.answer(false)));
  expect(answers.map((answer) => answer?.status)).toEqual(sockets.map(() => 200));
  expect(await kitchen.records()).toEqual({ all: 800, open: 0 });
  for (const socket of sockets) socket.destroy();
  await expectNothingLeft(kitchen);
});

it('2,000 open streams', TIMEOUT, async () => {
  const kitchen = await startKitchenProcess({ db: ':memory:' });
  const listen = bytesOf(
    soundRequest(
      message('subscriptions/listen', { notifications: { toolsListChanged: true } }, {}, 1),
    ),
  );
  const streams = Array.from({ length: 2_000 }, () => new Stream(open(kitchen.port), listen));
  await Promise.all(streams.map((stream) => stream.until('notifications/subscriptions/ack')));
  expect(await kitchen.records()).toEqual({ all: 2_000, open: 2_000 });
  await callMany(kitchen, 200);

  const selection = {
    ...request('{"scenario":"conformance"}', [['Content-Type', 'application/json']]),
    verb: 'PUT',
    path: '/api/workspaces/default/selection',
  };
  const admin = new Gunner(kitchen.port);
  const [saved] = await admin.fire(shoot('a selection', selection));
  admin.leave();
  expect(saved?.status).toBe(200);
  await Promise.all(streams.map((stream) => stream.until('notifications/tools/list_changed')));
  await callMany(kitchen, 200);

  for (const stream of streams) stream.leave();
  await expectNothingLeft(kitchen);
  expect(await kitchen.records()).toEqual({ all: 2_400, open: 0 });
});

class Stream {
  #received = '';
  #look: () => void = () => undefined;

  constructor(
    private readonly socket: Socket,
    subscription: Uint8Array,
  ) {
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString();
      this.#look();
    });
    socket.on('close', () => this.#look());
    socket.write(subscription);
  }

  async until(text: string): Promise<void> {
    while (!this.#received.includes(text)) {
      if (this.socket.destroyed) throw new Error(`It ended before ${text}: ${this.#received}`);
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
  }

  leave(): void {
    this.socket.destroy();
  }
}

it('a reader of the live stream that never reads', TIMEOUT, async () => {
  const kitchen = await startKitchenProcess({ db: ':memory:' });
  // What is bounded is filled first: the events that are kept for readers that come back.
  await callMany(kitchen, 2_500);
  // The first caller of the admin API waits until it is loaded.
  await readJson(kitchen.port, '/api/health');
  const before = await kitchen.facts();
  const lazy = await Promise.all(Array.from({ length: 5 }, () => listenLazily(kitchen.port)));
  // More than the buffers of a connection can hold.
  await callMany(kitchen, 9_000);
  const after = await kitchen.facts();
  expect((after.heapUsed - before.heapUsed) / MIB).toBeLessThan(30);
  expect((after.rss - before.rss) / MIB).toBeLessThan(150);

  const [late] = lazy;
  const gap = new Promise<string>((resolve) => {
    let received = '';
    late?.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      const found = /event: gap\n(?:id: .*\n)?data: (.*)\n/.exec(received)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  late?.resume();
  expect(JSON.parse(await gap)).toMatchObject({ missed: expect.any(Number) });
  for (const socket of lazy) socket.destroy();
  await expectNothingLeft(kitchen);
});

/** Reads until the live stream is open, and nothing more. */
async function listenLazily(port: number): Promise<Socket> {
  const socket = open(port);
  socket.write(
    'GET /api/workspaces/default/observations/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  );
  await once(socket, 'data');
  socket.pause();
  return socket;
}

const pageSchema = z.object({
  observations: z.array(z.object({ number: z.number(), state: z.string() })),
});

/** Over a connection of its own, which is closed then. */
async function readJson(port: number, path: string): Promise<unknown> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, resolve).once('error', reject);
  });
  expect(response.statusCode).toBe(200);
  return JSON.parse(await readText(response));
}

it('a reader of all observations, page by page, while more are made', TIMEOUT, async () => {
  const kitchen = await startKitchenProcess({ db: ':memory:' });
  await callMany(kitchen, 1_000);
  let goesOn = true;
  const traffic = callMany(kitchen, 2_000).finally(() => {
    goesOn = false;
  });
  const read: number[] = [];
  let after = 0;
  do {
    const path = `/api/workspaces/default/observations?full=true&after=${String(after)}&limit=100`;
    const page = pageSchema.parse(await readJson(kitchen.port, path));
    // One that is still open will come again, finished.
    const firstOpen = page.observations.findIndex(({ state }) => state === 'open');
    const whole = firstOpen === -1 ? page.observations : page.observations.slice(0, firstOpen);
    read.push(...whole.map(({ number }) => number));
    after = read.at(-1) ?? 0;
  } while (goesOn || read.length < 3_000);
  await traffic;
  expect(read).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1));
  await expectNothingLeft(kitchen);
});
