/** Puts an answer on the wire, watching the bytes that go out: what they mean, and who closed first. */
import { ALREADY_ANSWERED } from '../wire/already-answered.js';
import type { Clock } from '../clock.js';
import {
  type AnswerJudge,
  createAnswerJudge,
  judgeAnswer,
  type JudgedRequest,
  type Judgement,
} from '../observations/judge-answer.js';
import { mediaTypeOf } from '../observations/media-type.js';
import type { StreamEvent } from '../observations/observation.js';
import { ESTABLISHING_OUTCOMES, OUTCOME_LAYERS } from '../observations/outcome.js';
import type { Answer } from './answer.js';
import type { HeaderLines } from './message.js';
import type { RunningExchange } from './running-exchange.js';

const EMPTY = new Uint8Array(0);
const MAX_EVENTS = 1_000;
/** RFC 9110, section 8.6: no `Content-Length` belongs in these. */
const WITHOUT_LENGTH: ReadonlySet<number> = new Set([204, 304]);

const NO_LENGTH: HeaderLines[number] = ['Content-Length', '0'];

export interface Sender {
  readonly exchange: RunningExchange;
  readonly clock: Clock;
  /** Bytes of a body that are kept for the record. */
  readonly keepBytes: number;
  /** Called once, when the exchange is over. */
  finished(): void;
}

/** The answer's way out. `close` is told how the connection of the exchange ended, perhaps before there is an answer. */
export class AnswerSender {
  #status: number | null = null;
  #headers: HeaderLines = [];
  /** Judges a stream while it goes out. */
  #judge: AnswerJudge | null = null;
  /** Any other body, and what it comes to when it goes out whole. */
  #body: { readonly bytes: Uint8Array; readonly judgement: Judgement } | null = null;
  readonly #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #total = 0;
  #events: StreamEvent[] | null = null;
  #gone = false;

  constructor(private readonly sender: Sender) {}

  send(answer: Answer, marks: HeaderLines): Response {
    // Without a socket nothing else tells that the connection was cut.
    if (this.sender.exchange.interrupted) this.end('gone');
    if (this.#gone || this.sender.exchange.record.isFinished) return this.#nothing(answer);
    const { status, body } = answer;
    const headers = [...answer.headers, ...marks];
    this.#status = status;
    this.#headers = headers;
    if (body instanceof ReadableStream) {
      this.#judge = createAnswerJudge(
        judgedRequest(this.sender.exchange),
        { status, headers },
        { onEvent: (kind) => this.#noteEvent(kind) },
      );
      this.#events = [];
      this.sender.exchange.endsWithSession = this.sender.exchange.verb === 'GET';
      return new Response(this.#watch(body), { status, headers: toHeadersInit(headers) });
    }
    const bytes = toBytes(body);
    this.#pass(bytes);
    // Whoever hears the answer may already act on it: the session is established before it goes out.
    this.#body = { bytes, judgement: this.#judgeBody(bytes, 'complete') };
    this.#noteEstablished(this.#body.judgement);
    if (this.sender.exchange.wire.connection === null) this.end('sent');
    if (bytes.byteLength > 0) {
      // Node sends text together with the head. Without a type a `Response` would give it one.
      const isText = typeof body === 'string' && mediaTypeOf(headers) !== null;
      return new Response(isText ? body : bytes, { status, headers: toHeadersInit(headers) });
    }
    // Node would frame nothing at all as a chunked body.
    const framed = WITHOUT_LENGTH.has(status) ? headers : [...headers, NO_LENGTH];
    return new Response(null, { status, headers: toHeadersInit(framed) });
  }

  /** The connection has taken the whole answer (`sent`), or has closed before (`gone`). */
  end(how: 'sent' | 'gone'): void {
    const { exchange } = this.sender;
    if (exchange.record.isFinished) return;
    if (how === 'gone') {
      this.#gone = true;
      exchange.abort();
    }
    const closedBy = this.#closedBy(how);
    const judgement = this.#judgement(
      closedBy === 'client' ? 'client' : how === 'gone' ? 'cut' : 'complete',
    );
    exchange.record.finish(
      {
        status: this.#status,
        headers: this.#headers,
        bytes: concatenate(this.#kept),
        total: this.#total,
        events: this.#events,
      },
      judgement,
      closedBy,
    );
    this.sender.finished();
  }

  #closedBy(how: 'sent' | 'gone'): 'client' | 'server' | null {
    const { interrupted, endsWithSession, isCancelled } = this.sender.exchange;
    if (how === 'gone') return this.#wasCut() ? 'server' : 'client';
    if (isCancelled) return 'client';
    return interrupted && endsWithSession ? 'server' : null;
  }

  #judgement(end: 'complete' | 'cut' | 'client'): Judgement {
    const judgement = this.#judgementOf(end);
    this.#noteEstablished(judgement);
    return judgement;
  }

  #judgementOf(end: 'complete' | 'cut' | 'client'): Judgement {
    if (this.#judge !== null) return this.#judge.end(end);
    if (this.#body === null || end === 'client') {
      const outcome = end === 'client' ? 'CANCELLED' : 'CONNECTION_LOST';
      return { outcome, layer: OUTCOME_LAYERS[outcome], errorCode: null, resultType: null };
    }
    return end === 'complete' ? this.#body.judgement : this.#judgeBody(this.#body.bytes, end);
  }

  #judgeBody(body: Uint8Array, end: 'complete' | 'cut'): Judgement {
    const request = judgedRequest(this.sender.exchange);
    return judgeAnswer(request, { status: this.#status, headers: this.#headers, body, end });
  }

  #noteEstablished({ outcome }: Judgement): void {
    if (ESTABLISHING_OUTCOMES.has(outcome)) this.sender.exchange.session.established = true;
  }

  #watch(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = source.getReader();
    const isInProcess = this.sender.exchange.wire.connection === null;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          let chunk;
          try {
            chunk = await reader.read();
          } catch {
            // The healthy server gave up its stream: the client sees its connection closed.
            this.sender.exchange.interrupt();
            if (isInProcess) this.end(this.#wasCut() ? 'gone' : 'sent');
            controller.close();
            return;
          }
          if (chunk.done) {
            controller.close();
            if (isInProcess) this.end(this.#wasCut() ? 'gone' : 'sent');
            return;
          }
          this.#pass(chunk.value);
          const settled = this.#judge?.settled ?? null;
          if (settled !== null) this.#noteEstablished(settled);
          controller.enqueue(chunk.value);
        },
        cancel: async (reason) => {
          await reader.cancel(reason);
          if (isInProcess) this.end('gone');
        },
      },
      { highWaterMark: 0 },
    );
  }

  #pass(bytes: Uint8Array): void {
    this.#judge?.push(bytes);
    this.#total += bytes.byteLength;
    const room = this.sender.keepBytes - this.#keptBytes;
    if (room <= 0) return;
    const kept = bytes.subarray(0, room);
    this.#kept.push(kept);
    this.#keptBytes += kept.byteLength;
  }

  /** A stream that ends with its session is not cut: where its connection closes before, the client closed it. */
  #wasCut(): boolean {
    const { interrupted, endsWithSession } = this.sender.exchange;
    return interrupted && !endsWithSession;
  }

  #noteEvent(kind: string): void {
    if (this.#events === null || this.#events.length >= MAX_EVENTS) return;
    this.#events.push({ atMs: this.sender.clock.now() - this.sender.exchange.arrival.at, kind });
  }

  /** Nobody takes the answer: its stream is told so, or the healthy server would write to it for ever. */
  #nothing({ body }: Answer): Response {
    if (body instanceof ReadableStream) void body.cancel();
    return this.sender.exchange.wire.connection === null
      ? new Response('The exchange was interrupted.', { status: 503 })
      : ALREADY_ANSWERED;
  }
}

function judgedRequest({ arrival }: RunningExchange): JudgedRequest {
  const { kind, method, idToken } = arrival.rpc;
  return { verb: arrival.verb, kind, era: arrival.era, method, idToken };
}

function toBytes(body: string | Uint8Array<ArrayBuffer> | null): Uint8Array<ArrayBuffer> {
  if (body === null) return EMPTY;
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const [first = EMPTY] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks);
}

/** As a record, names keep case and order on the wire; only pairs can hold a name twice, or `__proto__`. */
function toHeadersInit(lines: HeaderLines): [string, string][] | Record<string, string> {
  const names = new Set<string>();
  const record: Record<string, string> = {};
  for (const [name, value] of lines) {
    names.add(name.toLowerCase());
    record[name] = value;
  }
  if (names.size === lines.length && !names.has('__proto__')) return record;
  return lines.map(([name, value]): [string, string] => [name, value]);
}
