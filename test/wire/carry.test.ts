import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.js';
import type { Answer } from '../../src/exchange/answer.js';
import type { Carriage, Ending } from '../../src/wire/carriage.js';
import { type Carried, carry } from '../../src/wire/carry.js';
import { takeConnection } from '../../src/wire/node-connection.js';
import type { RawConnection as Port } from '../../src/wire/wire.js';
import { FakeClock } from '../support/fake-clock.js';
import { RawConnection, requestBytes } from '../support/raw-http.js';

const TEXT = 'täxt of the body';
const answer = (changes: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: [['Content-Type', 'text/plain']],
  body: TEXT,
  ...changes,
});

/** A connection that keeps what it is given, piece by piece. */
class Taken implements Port {
  readonly pieces: string[] = [];
  readonly endings: Ending[] = [];
  isGone = false;
  turn(): Promise<void> {
    return Promise.resolve();
  }
  write(bytes: Uint8Array): Promise<boolean> {
    if (!this.isGone) this.pieces.push(Buffer.from(bytes).toString('latin1'));
    return Promise.resolve(!this.isGone);
  }
  end(how: Ending): void {
    this.endings.push(how);
  }
  get text(): string {
    return this.pieces.join('').replace(/Date: [^\r\n]*/, 'Date: D');
  }
}

interface Scene {
  readonly taken: Taken;
  readonly clock: FakeClock;
  readonly stop: AbortController;
  readonly done: Promise<Carried>;
}

function start(what: Answer, carriage: Carriage): Scene {
  const taken = new Taken();
  const clock = new FakeClock();
  const stop = new AbortController();
  const done = carry(what, carriage, {
    connection: taken,
    clock,
    signal: stop.signal,
    onBytes: () => undefined,
    onEnding: () => undefined,
  });
  return { taken, clock, stop, done };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function carried(what: Answer, carriage: Carriage): Promise<{ text: string; how: Carried }> {
  const { taken, done } = start(what, carriage);
  const how = await done;
  expect(taken.endings).toEqual(how === null ? [] : [how]);
  return { text: taken.text, how };
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: D\r\n';
const LATIN = Buffer.from(TEXT).toString('latin1');

function streamed(pieces: readonly string[], onCancel: () => void = () => undefined): Answer {
  const left = [...pieces];
  return answer({
    body: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const next = left.shift();
          if (next === undefined) controller.close();
          else controller.enqueue(Buffer.from(next));
        },
        cancel: onCancel,
      },
      { highWaterMark: 0 },
    ),
  });
}

describe('what is carried by hand', () => {
  it('is a right answer where nothing is to go wrong', async () => {
    expect(await carried(answer(), {})).toEqual({
      text: `${HEAD}Content-Length: 17\r\n\r\n${LATIN}`,
      how: 'keep',
    });
  });

  it('has a body of no bytes where there is none', async () => {
    expect((await carried(answer({ body: null }), {})).text).toBe(
      `${HEAD}Content-Length: 0\r\n\r\n`,
    );
    const { text } = await carried(answer({ status: 204, headers: [], body: null }), {});
    expect(text).toBe('HTTP/1.1 204 No Content\r\nDate: D\r\n\r\n');
  });

  it('is chunked where the body is a stream, each piece as it comes', async () => {
    const { text, how } = await carried(streamed(['one', 'and two']), {});
    expect(text).toBe(
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n7\r\nand two\r\n0\r\n\r\n`,
    );
    expect(how).toBe('keep');
  });

  it.each<[string, Carriage, string, Ending]>([
    [
      'a length of its own',
      { framing: { kind: 'length', values: ['5000'] } },
      'Content-Length: 5000\r\n\r\n',
      'fin',
    ],
    [
      'several lengths',
      { framing: { kind: 'length', values: ['17', 'x'] } },
      'Content-Length: 17\r\nContent-Length: x\r\n\r\n',
      'fin',
    ],
    ['no length', { framing: { kind: 'none' } }, '\r\n', 'fin'],
    ['an ending of its own', { ending: 'reset' }, 'Content-Length: 17\r\n\r\n', 'reset'],
  ])('has %s', async (_what, carriage, lines, how) => {
    expect(await carried(answer(), carriage)).toEqual({ text: `${HEAD}${lines}${LATIN}`, how });
  });

  it('closes where its own headers say so', async () => {
    const closing = answer({ headers: [['connection', 'Close']] });
    expect((await carried(closing, {})).how).toBe('fin');
    expect((await carried(closing, { ending: 'keep' })).how).toBe('keep');
  });

  it('has the status line, lines and line ends it is given, in Latin-1', async () => {
    const { text } = await carried(answer({ headers: [] }), {
      statusLine: 'HTTP/1.0 999 é',
      headLines: ['X : y', ' folded'],
      lineEnd: '\n',
    });
    expect(text).toBe(`HTTP/1.0 999 \xe9\nDate: D\nX : y\n folded\nContent-Length: 17\n\n${LATIN}`);
  });

  it('has chunks of any size, with a bad one, extensions, trailers and a length beside them', async () => {
    const { text, how } = await carried(answer({ body: 'abcdef' }), {
      framing: {
        kind: 'chunked',
        chunkBytes: 4,
        badSize: { chunk: 2, text: 'ZZ' },
        extension: ';a=b',
        last: true,
        trailers: ['X-End: 1'],
        lengths: ['9'],
      },
    });
    expect(text).toBe(
      `${HEAD}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nabcd\r\nZZ;a=b\r\nef\r\n0\r\nX-End: 1\r\n\r\n`,
    );
    expect(how).toBe('keep');
  });

  it('ends with the connection where the last chunk is missing', async () => {
    const framing = { kind: 'chunked', last: false, trailers: [], lengths: [] } as const;
    const { text, how } = await carried(answer({ body: 'ab' }), { framing });
    expect(text.endsWith('\r\n\r\n2\r\nab\r\n')).toBe(true);
    expect(how).toBe('fin');
  });

  it('begins with surplus bytes, then interim answers without a date, and ends with more', async () => {
    const { text } = await carried(answer(), {
      before: Buffer.from('?'),
      informational: { status: 103, headers: [['Link', '<x>']], times: 2, everyMs: 0 },
      after: Buffer.from('!'),
    });
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n';
    expect(text).toBe(`?${early}${early}${HEAD}Content-Length: 17\r\n\r\n${LATIN}!`);
  });

  it('is raw bytes and nothing else', async () => {
    const { text, how } = await carried(answer(), {
      raw: [
        { kind: 'bytes', bytes: Buffer.from('a') },
        { kind: 'bytes', bytes: Buffer.from([0xff]) },
      ],
    });
    expect(text).toBe('a\xff');
    expect(how).toBe('fin');
  });
});

describe('where it breaks off', () => {
  const cut = (at: 'start' | 'body' | 'end', bytes: number): Carriage => ({
    stops: [{ kind: 'end', place: { at, bytes }, how: 'reset' }],
  });

  it.each<[string, Carriage, string]>([
    ['before the first byte', cut('start', 0), ''],
    ['in the status line', cut('start', 14), 'HTTP/1.1 200 O'],
    ['before the body', cut('body', 0), `${HEAD}Content-Length: 17\r\n\r\n`],
    ['in a character', cut('body', 2), `${HEAD}Content-Length: 17\r\n\r\nt\xc3`],
    ['after the last byte', cut('end', 0), `${HEAD}Content-Length: 17\r\n\r\n${LATIN}`],
    ['beyond the body: after it', cut('body', 9_999), `${HEAD}Content-Length: 17\r\n\r\n${LATIN}`],
  ])('%s', async (_where, carriage, text) => {
    expect(await carried(answer(), carriage)).toEqual({ text, how: 'reset' });
  });

  it('counts bytes of the body alone, not those of its chunks', async () => {
    const framing = {
      kind: 'chunked',
      chunkBytes: 2,
      last: true,
      trailers: [],
      lengths: [],
    } as const;
    const { text } = await carried(answer({ body: 'abcdef' }), { framing, ...cut('body', 3) });
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('2\r\nab\r\n2\r\nc');
  });

  it('counts over the pieces of a stream, and tells its source', async () => {
    let cancelled = 0;
    const { text } = await carried(
      streamed(['abc', 'def', 'ghi'], () => {
        cancelled += 1;
      }),
      cut('body', 4),
    );
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('3\r\nabc\r\n3\r\nd');
    expect(cancelled).toBe(1);
  });

  it('tells a stream that was never begun', async () => {
    let cancelled = 0;
    await carried(
      streamed(['abc'], () => {
        cancelled += 1;
      }),
      cut('start', 3),
    );
    expect(cancelled).toBe(1);
  });

  it('leaves out surplus bytes after it', async () => {
    const { text } = await carried(answer(), { ...cut('body', 1), after: Buffer.from('!') });
    expect(text.endsWith('\r\n\r\nt')).toBe(true);
  });
});

describe('when it goes out', () => {
  it('pauses at each place, what came before it sent', async () => {
    const { taken, clock, done } = start(answer({ body: 'abcdef' }), {
      stops: [
        { kind: 'pause', place: { at: 'body', bytes: 4 }, ms: 100 },
        { kind: 'pause', place: { at: 'body', bytes: 2 }, ms: 200 },
      ],
    });
    await settle();
    expect(taken.text.endsWith('\r\n\r\nab')).toBe(true);
    clock.advance(199);
    await settle();
    expect(taken.pieces).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(taken.pieces[1]).toBe('cd');
    clock.advance(100);
    expect(await done).toBe('keep');
    expect(taken.pieces[2]).toBe('ef');
  });

  it('drips the part that is slow, the rest at once', async () => {
    const { taken, clock, done } = start(answer({ body: 'abcde' }), {
      drip: { part: 'body', bytes: 2, everyMs: 50 },
    });
    for (let n = 0; n < 4; n += 1) {
      await settle();
      clock.advance(50);
    }
    expect(await done).toBe('keep');
    expect(taken.pieces.slice(1)).toEqual(['cd', 'e']);
    expect(taken.pieces[0]?.endsWith('\r\n\r\nab')).toBe(true);
  });

  it('waits between interim answers, between raw pieces, and before its end', async () => {
    const { taken, clock, done } = start(answer(), {
      informational: { status: 100, headers: [], times: 2, everyMs: 10 },
      raw: [
        { kind: 'bytes', bytes: Buffer.from('a') },
        { kind: 'wait', ms: 20 },
        { kind: 'bytes', bytes: Buffer.from('b') },
      ],
      ending: 'fin',
      endingAfterMs: 30,
    });
    const seen: number[] = [];
    for (let ms = 0; ms <= 70; ms += 10) {
      await settle();
      seen.push(taken.pieces.length);
      clock.advance(10);
    }
    expect(await done).toBe('fin');
    expect(seen).toEqual([1, 2, 3, 3, 4, 4, 4, 4]);
    expect(taken.pieces.slice(2)).toEqual(['a', 'b']);
  });

  it.each<[string, Carriage]>([
    ['a pause', { stops: [{ kind: 'pause', place: { at: 'body', bytes: 0 }, ms: 1e6 }] }],
    ['a stall', { stops: [{ kind: 'end', place: { at: 'body', bytes: 0 }, how: 'stall' }] }],
    [
      'a half-closed connection',
      { stops: [{ kind: 'end', place: { at: 'end', bytes: 0 }, how: 'half_close' }] },
    ],
    ['a drip', { drip: { part: 'all', bytes: 1, everyMs: 1_000 } }],
    [
      'interim answers without end',
      { informational: { status: 103, headers: [], times: 1e6, everyMs: 1_000 } },
    ],
    ['the wait before its end', { ending: 'fin', endingAfterMs: 1e6 }],
    ['a raw wait', { raw: [{ kind: 'wait', ms: 1e6 }] }],
  ])('is stopped in %s, and leaves no timer', async (_what, carriage) => {
    let cancelled = 0;
    const { clock, stop, done } = start(
      streamed(['abc', 'def'], () => {
        cancelled += 1;
      }),
      carriage,
    );
    await settle();
    stop.abort();
    await done;
    expect(clock.pending).toBe(0);
    expect(cancelled).toBeLessThanOrEqual(1);
  });

  it('is stopped while a stream has nothing to say, and tells its source', async () => {
    let cancelled = 0;
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled += 1;
      },
    });
    const { stop, done } = start(answer({ body }), {});
    await settle();
    stop.abort();
    expect(await done).toBeNull();
    expect(cancelled).toBe(1);
  });

  it('lets others in, though its client takes everything at once', async () => {
    const times = 20_000;
    const { taken, stop, done } = start(answer(), {
      informational: { status: 103, headers: [], times, everyMs: 0 },
    });
    await settle();
    await settle();
    expect(taken.pieces.length).toBeGreaterThan(0);
    expect(taken.pieces.length).toBeLessThan(times);
    stop.abort();
    expect(await done).toBeNull();
  });

  it('does not collect a body of tiny chunks', async () => {
    const framing = {
      kind: 'chunked',
      chunkBytes: 1,
      last: true,
      trailers: [],
      lengths: [],
    } as const;
    const { taken, done } = start(answer({ body: 'x'.repeat(50_000) }), { framing });
    expect(await done).toBe('keep');
    expect(taken.pieces.length).toBeGreaterThan(3);
    expect(Math.max(...taken.pieces.map(({ length }) => length))).toBeLessThan(70_000);
  });

  it('ends without a word where the client has gone', async () => {
    const { taken, done } = start(answer(), { drip: { part: 'all', bytes: 1, everyMs: 1 } });
    taken.isGone = true;
    expect(await done).toBeNull();
    expect(taken.endings).toEqual([]);
  });

  it('reads a stream only as fast as the client takes it', async () => {
    let made = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          made += 1;
          controller.enqueue(new Uint8Array(1_024));
        },
      },
      { highWaterMark: 0 },
    );
    const taken = new Taken();
    let release = (): void => undefined;
    taken.write = () =>
      new Promise((resolve) => {
        release = () => resolve(true);
      });
    const stop = new AbortController();
    const done = carry(
      answer({ body }),
      {},
      {
        connection: taken,
        clock: new FakeClock(),
        signal: stop.signal,
        onBytes: () => undefined,
        onEnding: () => undefined,
      },
    );
    await settle();
    // The head goes out by itself.
    expect(made).toBe(0);
    release();
    await settle();
    expect(made).toBe(1);
    release();
    await settle();
    expect(made).toBe(2);
    stop.abort();
    release();
    expect(await done).toBeNull();
  });
});

describe('on a socket', () => {
  async function serve(
    what: Answer,
    carriage: Carriage,
  ): Promise<{ port: number; server: Server }> {
    const server = createServer((request, response) => {
      const stop = new AbortController();
      response.once('close', () => stop.abort());
      void carry(what, request.url === '/plain' ? {} : carriage, {
        connection: takeConnection(request, response),
        clock: systemClock,
        signal: stop.signal,
        onBytes: () => undefined,
        onEnding: () => undefined,
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, server };
  }

  const get = (path = '/'): string => requestBytes({ verb: 'GET', path, headers: {} });
  const open = (server: Server): Promise<number> =>
    new Promise((resolve, reject) => {
      server.getConnections((error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    });

  it.each<[Ending, 'fin' | 'reset']>([
    ['fin', 'fin'],
    ['reset', 'reset'],
    ['half_close', 'fin'],
  ])('ends as it was told: %s', async (ending, seen) => {
    const { port, server } = await serve(answer(), { ending });
    const connection = await RawConnection.open(port);
    connection.write(get());
    await connection.until(LATIN.slice(-4));
    expect(await connection.ended()).toBe(seen);
    connection.leave();
    await expect.poll(() => open(server)).toBe(0);
  });

  it('stays open for the next request', async () => {
    const { port } = await serve(answer(), {});
    const connection = await RawConnection.open(port);
    for (let n = 0; n < 3; n += 1) {
      connection.write(get());
      expect((await connection.readAnswer()).body).toBe(TEXT);
    }
  });

  it('closes where the client asked for that', async () => {
    const { port } = await serve(answer(), {});
    const connection = await RawConnection.open(port);
    connection.write(requestBytes({ verb: 'GET', path: '/', headers: { Connection: 'close' } }));
    expect((await connection.readAnswer()).body).toBe(TEXT);
    expect(await connection.ended()).toBe('fin');
  });

  it('waits for the answers to earlier requests of the connection', async () => {
    const { port } = await serve(answer({ body: 'slow' }), {
      stops: [{ kind: 'pause', place: { at: 'body', bytes: 1 }, ms: 50 }],
    });
    const connection = await RawConnection.open(port);
    connection.write(get() + get('/plain') + get());
    const bodies = [];
    for (let n = 0; n < 3; n += 1) bodies.push((await connection.readAnswer()).body);
    expect(bodies).toEqual(['slow', 'slow', 'slow']);
    expect(connection.received).toBe('');
  });

  it.each<[string, Carriage]>([
    ['a stall', { stops: [{ kind: 'end', place: { at: 'body', bytes: 2 }, how: 'stall' }] }],
    ['a half-closed connection', { ending: 'half_close' }],
    ['a drip', { drip: { part: 'body', bytes: 1, everyMs: 30 } }],
  ])('keeps nothing of a client that leaves during %s', async (_what, carriage) => {
    const { port, server } = await serve(answer(), carriage);
    const connection = await RawConnection.open(port);
    connection.write(get());
    await connection.until('\r\n\r\nt');
    connection.leave();
    await expect.poll(() => open(server)).toBe(0);
  });

  it('sends each dripped piece in a segment of its own', async () => {
    const { port } = await serve(answer({ body: 'abcd' }), {
      drip: { part: 'body', bytes: 1, everyMs: 20 },
    });
    const connection = await RawConnection.open(port);
    connection.write(get());
    await connection.until('\r\n\r\na');
    expect(connection.received.endsWith('\r\n\r\na')).toBe(true);
    await connection.until('abcd');
  });

  it('carries a body of 64 MiB without keeping it', async () => {
    let left = 1_024;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left === 0) controller.close();
          else controller.enqueue(new Uint8Array(65_536));
          left -= 1;
        },
      },
      { highWaterMark: 0 },
    );
    const { port } = await serve(answer({ body }), {});
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    let size = 0;
    let mostAhead = 0;
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += piece.byteLength;
      mostAhead = Math.max(mostAhead, (1_024 - left) * 65_536 - size);
    }
    expect(size).toBe(64 * 1024 * 1024);
    // What both sides of the connection hold for each other, and no more.
    expect(mostAhead).toBeLessThan(16 * 1024 * 1024);
  });
});
