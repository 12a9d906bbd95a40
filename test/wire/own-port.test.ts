import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OwnPort } from '../../src/wire/own-port.js';
import { FakeClock } from '../support/fake-clock.js';
import { RawConnection } from '../support/raw-http.js';

interface Scene {
  readonly own: OwnPort;
  readonly clock: FakeClock;
  /** Connections that were served. */
  readonly accepted: Socket[];
}

async function open(): Promise<Scene> {
  const clock = new FakeClock();
  const accepted: Socket[] = [];
  const own = await OwnPort.open({
    host: '127.0.0.1',
    port: 0,
    clock,
    accept: (socket) => {
      accepted.push(socket);
      socket.on('data', (bytes) => socket.write(bytes));
    },
    onTaken: () => undefined,
  });
  onTestFinished(() => own.close());
  return { own, clock, accepted };
}

const tryConnect = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });

describe('a port of its own', () => {
  it('serves what comes', async () => {
    const { own } = await open();
    const connection = await RawConnection.open(own.port);
    connection.write('hello');
    await connection.until('hello');
  });

  it('refuses connections for a time, and then serves on the same port', async () => {
    const { own, clock } = await open();
    const before = await RawConnection.open(own.port);
    own.disturb({ how: 'refuse', ms: 1_000 });
    expect(await tryConnect(own.port)).toBe('ECONNREFUSED');
    before.write('still here');
    await before.until('still here');
    clock.advance(1_000);
    await expect.poll(() => tryConnect(own.port)).toBe('connected');
    expect(clock.pending).toBe(0);
  });

  it('can be told anew before the time is over', async () => {
    const { own, clock } = await open();
    own.disturb({ how: 'refuse', ms: 1_000 });
    own.disturb({ how: 'refuse', ms: 5_000 });
    clock.advance(4_999);
    expect(await tryConnect(own.port)).toBe('ECONNREFUSED');
    clock.advance(1);
    await expect.poll(() => tryConnect(own.port)).toBe('connected');
  });

  it('resets all connections but one', async () => {
    const { own, accepted } = await open();
    const kept = await RawConnection.open(own.port);
    kept.write('a');
    await kept.until('a');
    const cut = await RawConnection.open(own.port);
    cut.write('b');
    await cut.until('b');
    own.cutOpen(accepted[0] ?? null);
    expect(await cut.ended()).toBe('reset');
    kept.write('c');
    await kept.until('c');
  });

  it('takes connections and never reads, until the time is over', async () => {
    const { own, clock, accepted } = await open();
    own.disturb({ how: 'silent', ms: 1_000 });
    const connection = await RawConnection.open(own.port);
    connection.write('hello');
    await expect.poll(() => tryConnect(own.port)).toBe('connected');
    expect(accepted).toHaveLength(0);
    expect(connection.received).toBe('');
    clock.advance(1_000);
    await connection.ended();
    const next = await RawConnection.open(own.port);
    next.write('hello');
    await next.until('hello');
  });

  it.each([
    ['close', 'fin'],
    ['reset', 'reset'],
  ] as const)('takes connections and lets them down: %s', async (how, ending) => {
    const { own, accepted } = await open();
    own.disturb({ how, ms: 1_000 });
    const socket = connect(own.port, '127.0.0.1');
    const seen = await new Promise((resolve) => {
      socket.once('end', () => resolve('fin'));
      socket.once('error', () => resolve('reset'));
    });
    expect(seen).toBe(ending);
    expect(accepted).toHaveLength(0);
    socket.destroy();
  });

  it('closes with all that is open, also while it refuses', async () => {
    const { own, clock } = await open();
    const connection = await RawConnection.open(own.port);
    connection.write('a');
    await connection.until('a');
    own.disturb({ how: 'refuse', ms: 1_000 });
    own.close();
    await connection.ended();
    expect(clock.pending).toBe(0);
    own.disturb({ how: 'close', ms: 1 });
    clock.advance(10_000);
    expect(await tryConnect(own.port)).toBe('ECONNREFUSED');
  });

  it('tries again where somebody else has taken the port meanwhile', async () => {
    const { own, clock } = await open();
    own.disturb({ how: 'refuse', ms: 1_000 });
    const thief = await OwnPort.open({
      host: '127.0.0.1',
      port: own.port,
      clock,
      accept: (socket) => socket.destroy(),
      onTaken: () => undefined,
    });
    clock.advance(1_000);
    await expect.poll(() => clock.pending).toBe(1);
    thief.close();
    await expect
      .poll(async () => {
        clock.advance(50);
        const connection = await RawConnection.open(own.port).catch(() => null);
        connection?.write('mine');
        return connection === null
          ? 'refused'
          : await connection.until('mine').then(() => 'served');
      })
      .toBe('served');
  });
});
