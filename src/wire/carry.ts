/** Carries an answer by hand: head, framing and body as bytes, with whatever is to go wrong on the way. */
import type { Clock } from '../clock.js';
import type { Answer } from '../exchange/answer.js';
import { isNamed } from '../exchange/header-lines.js';
import { bodyPieces } from '../exchange/body-pieces.js';
import { FairShare } from '../exchange/fair-share.js';
import { hold } from '../exchange/hold.js';
import { dateLine, headBytes, reasonOf } from './answer-bytes.js';
import type { Carriage, Drip, Ending, Framing, Stop } from './carriage.js';
import type { RawConnection } from './wire.js';

export interface CarrySurroundings {
  readonly connection: RawConnection;
  readonly clock: Clock;
  /** Aborted when the client goes, or the exchange is interrupted. */
  readonly signal: AbortSignal;
  /** Told what is about to go out. */
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Told how the answer is about to end. */
  readonly onEnding: (how: Ending) => void;
}

/** How it ended; null where the exchange was stopped before the answer had gone out. */
export type Carried = Ending | null;

type Part = 'before' | 'head' | 'framing' | 'body' | 'after';
type Segment =
  | { readonly kind: 'bytes'; readonly part: Part; readonly bytes: Uint8Array }
  | { readonly kind: 'wait'; readonly ms: number }
  /** A stream has nothing more at hand: what was collected goes out. */
  | { readonly kind: 'flush' };

/** What is collected goes out when it is so long. */
const MAX_PENDING_BYTES = 64 * 1024;
const LAST_CHUNK = '0\r\n';
const CRLF = '\r\n';

/** Never rejects for what happens to the connection. */
export async function carry(
  answer: Answer,
  carriage: Carriage,
  surroundings: CarrySurroundings,
): Promise<Carried> {
  const writer = new Writer(carriage, surroundings);
  const body = bodyPieces(answer.body, surroundings.signal);
  try {
    await surroundings.connection.turn();
    for await (const segment of segmentsOf(answer, carriage, body)) {
      const ended = await writer.take(segment);
      if (ended !== undefined) return ended;
    }
    return await writer.close(endingOf(answer, carriage));
  } finally {
    await body.return(undefined);
    // A body that was never begun has nobody else who tells its source.
    if (answer.body instanceof ReadableStream && !answer.body.locked) {
      answer.body.cancel().catch(() => undefined);
    }
  }
}

class Writer {
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  readonly #share = new FairShare();
  readonly #counts = { head: 0, body: 0 };
  readonly #stops: Stop[];
  readonly #drip: Drip | undefined;
  readonly #endingAfterMs: number;

  constructor(
    carriage: Carriage,
    private readonly surroundings: CarrySurroundings,
  ) {
    this.#stops = (carriage.stops ?? []).toSorted(
      (one, other) => one.place.bytes - other.place.bytes,
    );
    this.#drip = carriage.drip;
    this.#endingAfterMs = carriage.endingAfterMs ?? 0;
  }

  /** Undefined while the answer goes on. */
  async take(segment: Segment): Promise<Carried | undefined> {
    await this.#share.spend(segment.kind === 'bytes' ? segment.bytes.byteLength : 0);
    if (this.surroundings.signal.aborted) return null;
    if (segment.kind === 'wait') return this.#wait(segment.ms);
    if (segment.kind === 'flush') return this.#flush();
    const { part } = segment;
    if (part === 'after') {
      const ended = await this.#atEnd();
      if (ended !== undefined) return ended;
    }
    let { bytes } = segment;
    if (part === 'head' || part === 'body') {
      const place = part === 'head' ? 'start' : 'body';
      for (;;) {
        const from = this.#counts[part];
        const index = this.#stops.findIndex(
          (stop) =>
            stop.place.at === place &&
            stop.place.bytes >= from &&
            stop.place.bytes < from + bytes.byteLength,
        );
        const stop = this.#stops[index];
        if (stop === undefined) break;
        const length = stop.place.bytes - from;
        this.#stops.splice(index, 1);
        const ended =
          (await this.#put(part, bytes.subarray(0, length))) ?? (await this.#stop(stop));
        if (ended !== undefined) return ended;
        this.#counts[part] += length;
        bytes = bytes.subarray(length);
      }
      this.#counts[part] += bytes.byteLength;
    }
    return this.#put(part, bytes);
  }

  async close(ending: Ending): Promise<Carried> {
    const ended = (await this.#atEnd()) ?? (await this.#wait(this.#endingAfterMs));
    return ended === undefined ? this.#end(ending) : ended;
  }

  /** What was to happen beyond the last byte happens after it. */
  async #atEnd(): Promise<Carried | undefined> {
    for (const stop of this.#stops.splice(0)) {
      const ended = await this.#stop(stop);
      if (ended !== undefined) return ended;
    }
    return undefined;
  }

  async #stop(stop: Stop): Promise<Carried | undefined> {
    if (stop.kind === 'pause') return this.#wait(stop.ms);
    return (await this.#flush()) ?? (await this.#end(stop.how));
  }

  async #put(part: Part, bytes: Uint8Array): Promise<Carried | undefined> {
    const drip = this.#drip;
    const drips = drip !== undefined && (drip.part === 'all' || drip.part === part);
    if (!drips) {
      this.#collect(bytes);
      return this.#pendingBytes < MAX_PENDING_BYTES ? undefined : this.#flush();
    }
    for (let at = 0; at < bytes.byteLength; at += drip.bytes) {
      this.#collect(bytes.subarray(at, at + drip.bytes));
      const ended = await this.#wait(drip.everyMs);
      if (ended !== undefined) return ended;
    }
    return undefined;
  }

  #collect(bytes: Uint8Array): void {
    if (bytes.byteLength > 0) this.#pending.push(bytes);
    this.#pendingBytes += bytes.byteLength;
  }

  async #wait(ms: number): Promise<Carried | undefined> {
    const ended = await this.#flush();
    if (ended !== undefined || ms <= 0) return ended;
    const { clock, signal } = this.surroundings;
    await hold(clock, ms, signal);
    return signal.aborted ? null : undefined;
  }

  async #flush(): Promise<Carried | undefined> {
    const { connection, signal, onBytes } = this.surroundings;
    if (signal.aborted) return null;
    const pending = this.#pending;
    if (pending.length === 0) return undefined;
    this.#pending = [];
    this.#pendingBytes = 0;
    const bytes = pending.length === 1 ? pending[0] : Buffer.concat(pending);
    if (bytes === undefined) return undefined;
    onBytes(bytes);
    return (await connection.write(bytes)) ? undefined : null;
  }

  async #end(how: Ending): Promise<Carried> {
    const ended = await this.#flush();
    if (ended !== undefined) return ended;
    const { connection, signal, onEnding } = this.surroundings;
    onEnding(how);
    connection.end(how);
    // The answer goes on, without another byte, until somebody leaves.
    if (how === 'stall' || how === 'half_close') await aborted(signal);
    return how;
  }
}

async function* segmentsOf(
  answer: Answer,
  carriage: Carriage,
  body: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Segment> {
  const { before, informational, raw, after } = carriage;
  if (before !== undefined) yield { kind: 'bytes', part: 'before', bytes: before };
  for (let n = 0; n < (informational?.times ?? 0); n += 1) {
    const { status = 103, headers = [], everyMs = 0 } = informational ?? {};
    const line = `HTTP/1.1 ${String(status)} ${reasonOf(status)}`;
    yield { kind: 'bytes', part: 'before', bytes: headBytes(line, headers, []) };
    yield { kind: 'wait', ms: everyMs };
  }
  if (raw === undefined) {
    const framing = framingOf(answer, carriage);
    yield { kind: 'bytes', part: 'head', bytes: headOf(answer, carriage, framing) };
    // The first event of a stream may be a long way off.
    if (answer.body instanceof ReadableStream) yield { kind: 'flush' };
    yield* bodySegments(framing, body);
  } else {
    for (const piece of raw) {
      if (piece.kind === 'wait') yield piece;
      else yield { kind: 'bytes', part: 'body', bytes: piece.bytes };
    }
  }
  if (after !== undefined) yield { kind: 'bytes', part: 'after', bytes: after };
}

type OwnFraming = Framing | { readonly kind: 'right'; readonly length: number | null };

function framingOf({ status, body }: Answer, { framing }: Carriage): OwnFraming {
  if (framing !== undefined) return framing;
  if (body instanceof ReadableStream)
    return { kind: 'chunked', last: true, trailers: [], lengths: [] };
  if (status === 204 || status === 304) return { kind: 'right', length: null };
  return {
    kind: 'right',
    length: typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0),
  };
}

function headOf({ status, headers }: Answer, carriage: Carriage, framing: OwnFraming): Buffer {
  const lines = [dateLine(), ...(carriage.headLines ?? [])];
  if (framing.kind === 'right' && framing.length !== null) {
    lines.push(`Content-Length: ${String(framing.length)}`);
  }
  if (framing.kind === 'length') {
    for (const value of framing.values) lines.push(`Content-Length: ${value}`);
  }
  if (framing.kind === 'chunked') {
    for (const value of framing.lengths) lines.push(`Content-Length: ${value}`);
    lines.push('Transfer-Encoding: chunked');
  }
  const line = carriage.statusLine ?? `HTTP/1.1 ${String(status)} ${reasonOf(status)}`;
  return headBytes(line, headers, lines, carriage.lineEnd);
}

async function* bodySegments(
  framing: OwnFraming,
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Segment> {
  if (framing.kind !== 'chunked') {
    for await (const bytes of pieces) {
      yield { kind: 'bytes', part: 'body', bytes };
      yield { kind: 'flush' };
    }
    return;
  }
  const { chunkBytes = Infinity, badSize, extension = '' } = framing;
  let chunk = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += chunkBytes) {
      const bytes = piece.subarray(at, Math.min(at + chunkBytes, piece.byteLength));
      chunk += 1;
      const size = badSize?.chunk === chunk ? badSize.text : bytes.byteLength.toString(16);
      yield framingBytes(`${size}${extension}${CRLF}`);
      yield { kind: 'bytes', part: 'body', bytes };
      yield framingBytes(CRLF);
    }
    yield { kind: 'flush' };
  }
  if (!framing.last) return;
  yield framingBytes(
    `${LAST_CHUNK}${framing.trailers.map((line) => `${line}${CRLF}`).join('')}${CRLF}`,
  );
}

function framingBytes(text: string): Segment {
  return { kind: 'bytes', part: 'framing', bytes: Buffer.from(text, 'latin1') };
}

/** Without a length, only the end of the connection ends the body. */
function endingOf({ body, headers }: Answer, { ending, framing, raw }: Carriage): Ending {
  if (ending !== undefined) return ending;
  if (raw !== undefined || framing?.kind === 'none') return 'fin';
  const isWhole = framing === undefined || (framing.kind === 'chunked' && framing.last);
  return (isWhole || body === null) && !saysClose(headers) ? 'keep' : 'fin';
}

function saysClose(headers: Answer['headers']): boolean {
  return headers.some(
    ([name, value]) => isNamed(name, 'connection') && value.trim().toLowerCase() === 'close',
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
