/** Makes the bytes of a scripted event stream, one piece after the other, while they go out. */
import type { Answer } from '../../exchange/answer.js';
import { bodyPieces } from '../../exchange/body-pieces.js';
import { FairShare } from '../../exchange/fair-share.js';
import { hold } from '../../exchange/hold.js';
import type { FaultContext } from '../fault-kind.js';
import { isStream } from './alter-messages.js';
import type { EventItem, RepeatItem, SimpleItem } from './event-items.js';
import { type LineForm, LineWriter, spread } from './event-lines.js';
import { PIECE_BYTES, repeatedPieces } from './repeated-bytes.js';
import { wholeText } from './whole-text.js';

export interface StreamForm extends LineForm {
  readonly items: readonly EventItem[];
  readonly bom: boolean;
  readonly end: string;
}

/** As the healthy server writes its streams. */
export const PLAIN_EVENTS = { bom: false, end: 'close', lineEnd: 'lf', space: 1 } as const;

type Pieces = AsyncGenerator<Uint8Array, undefined>;

/** Timers are not finer than about this. */
const BURST_MS = 5;
const COUNTER = '{{n}}';
/** What an item of a repetition costs besides its bytes; most are known already. */
const ITEM_COST = 32;

export async function* eventPieces(form: StreamForm, context: FaultContext): Pieces {
  const maker = new PieceMaker(form, context);
  maker.expect(form.items, 1);
  if (form.bom) yield Buffer.from('\uFEFF');
  for (const item of form.items) {
    // Nobody is left to hear the rest, or to be asked for it.
    if (context.signal.aborted) return;
    yield* 'repeat' in item ? maker.repeated(item) : maker.pieces(item, 1);
  }
  if (form.end === 'open') await aborted(context.signal);
}

class PieceMaker {
  readonly #lines: LineWriter;
  /** Items that are the same each time. */
  readonly #known = new Map<SimpleItem, Buffer>();
  #response: Promise<string> | undefined;

  constructor(
    form: LineForm,
    private readonly context: FaultContext,
  ) {
    this.#lines = new LineWriter(form);
  }

  async *repeated({ repeat, everyMs, perSecond, items }: RepeatItem): Pieces {
    const { clock, signal } = this.context;
    const begun = clock.now();
    const times = repeat === 'endless' ? Infinity : repeat;
    const batch = new Batch();
    const share = new FairShare();
    for (let n = 1; n <= times && !signal.aborted; n += 1) {
      const early =
        perSecond === undefined ? 0 : begun + ((n - 1) * 1_000) / perSecond - clock.now();
      if (early > 0) {
        yield* batch.take();
        await hold(clock, Math.max(early, BURST_MS), signal);
      }
      this.expect(items, n);
      for (const item of items) {
        const bytes = this.#atOnce(item, n);
        // Items of no bytes are never sent, and nothing else would wait for anybody.
        const rest = share.spend(bytes?.byteLength ?? 0, ITEM_COST);
        if (rest !== null) await rest;
        if (bytes === null) {
          yield* batch.take();
          yield* this.pieces(item, n);
        } else if (batch.add(bytes) >= PIECE_BYTES) {
          yield* batch.take();
        }
      }
      if (everyMs > 0) {
        yield* batch.take();
        await hold(clock, everyMs, signal);
      }
    }
    yield* batch.take();
  }

  async *pieces(item: SimpleItem, n: number): Pieces {
    const bytes = this.#atOnce(item, n);
    if (bytes !== null) yield bytes;
    else if ('waitMs' in item) await hold(this.context.clock, item.waitMs, this.context.signal);
    else if ('waitForResponse' in item) await waitForResponse(item, n, this.context);
    else if ('long' in item) yield* repeatedPieces([item.long]);
    else if ('healthy' in item) yield* this.#healthy(item);
  }

  /** Notes which responses will be waited for: one may come before its turn. */
  expect(items: readonly EventItem[], n: number): void {
    for (const item of items) {
      if ('waitForResponse' in item) this.context.given.questions.ask(questionOf(item, n));
    }
  }

  /** Null for what takes time, or is too long to be made at once. */
  #atOnce(item: SimpleItem, n: number): Buffer | null {
    if ('waitMs' in item || 'waitForResponse' in item) return null;
    if ('long' in item || 'healthy' in item) return null;
    const known = this.#known.get(item);
    if (known !== undefined) return known;
    if ('base64' in item) return Buffer.from(item.base64, 'base64');
    const template = templateOf(item);
    const bytes = this.#written(item, template.replaceAll(COUNTER, String(n)));
    if (this.#lines.isUniform && !template.includes(COUNTER)) this.#known.set(item, bytes);
    return bytes;
  }

  #written(item: Exclude<SimpleItem, Unwritten>, text: string): Buffer {
    if ('comment' in item) return this.#lines.comment(text);
    if ('raw' in item) return Buffer.from(text);
    if ('data' in item) return this.#lines.event(text.split('\n'), item);
    return this.#lines.event(spread(text, item.lines), item);
  }

  async *#healthy(item: Extract<SimpleItem, { healthy: unknown }>): Pieces {
    const answer = await this.context.healthy();
    if (item.healthy === 'all' && isStream(answer) && answer.body instanceof ReadableStream) {
      yield* bodyPieces(answer.body);
      return;
    }
    this.#response ??= responseOf(answer, this.context.signal);
    yield this.#lines.event(spread(await this.#response, item.lines), item);
  }
}

type Unwritten = Extract<
  SimpleItem,
  | { waitMs: unknown }
  | { waitForResponse: unknown }
  | { long: unknown }
  | { healthy: unknown }
  | { base64: unknown }
>;

type Question = Extract<SimpleItem, { waitForResponse: unknown }>;

function questionOf({ waitForResponse: id }: Question, n: number): string | number {
  return typeof id === 'string' ? id.replaceAll(COUNTER, String(n)) : id;
}

async function waitForResponse(item: Question, n: number, context: FaultContext): Promise<void> {
  const { clock, signal, given } = context;
  const waiting = new AbortController();
  const stop = (): void => {
    waiting.abort();
  };
  signal.addEventListener('abort', stop, { once: true });
  const forget = given.questions.whenAnswered(questionOf(item, n), stop);
  if (signal.aborted) stop();
  if (item.timeoutMs === undefined) await aborted(waiting.signal);
  else await hold(clock, item.timeoutMs, waiting.signal);
  forget();
  signal.removeEventListener('abort', stop);
}

function templateOf(item: Exclude<SimpleItem, Unwritten>): string {
  if ('comment' in item) return item.comment;
  if ('raw' in item) return item.raw;
  return 'data' in item ? item.data : JSON.stringify(item.message);
}

async function responseOf(answer: Answer, signal: AbortSignal): Promise<string> {
  const text = await wholeText(answer.body, signal);
  return isStream(answer) ? lastData(text) : text;
}

/** The data of the last event: the response, in a stream that is healthy. */
function lastData(text: string): string {
  const blocks = text.split('\n\n').filter((block) => block.includes('data: '));
  const lines = blocks.at(-1)?.split('\n') ?? [];
  return lines
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6))
    .join('\n');
}

/** Small pieces that go out together. */
class Batch {
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** How many bytes wait now. */
  add(piece: Buffer): number {
    if (piece.byteLength > 0) this.#pieces.push(piece);
    this.#bytes += piece.byteLength;
    return this.#bytes;
  }

  *take(): Generator<Uint8Array, undefined> {
    if (this.#bytes === 0) return;
    const whole = Buffer.concat(this.#pieces, this.#bytes);
    this.#pieces = [];
    this.#bytes = 0;
    yield whole;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
