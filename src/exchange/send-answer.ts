/** Puts an answer on the wire, watching the bytes that go out: what they mean, and who closed first. */
import type { Carriage, Ending } from '../wire/carriage.js';
import { carry } from '../wire/carry.js';
import type { Clock } from '../clock.js';
import {
  type AnswerJudge,
  createAnswerJudge,
  judgeAnswer,
  type JudgedRequest,
  type Judgement,
} from '../observations/judge-answer.js';
import type { RecordedFault } from '../observations/exchange-record.js';
import { mediaTypeOf, STREAM_TYPE } from '../observations/media-type.js';
import type { StreamEvent } from '../observations/observation.js';
import { ESTABLISHING_OUTCOMES, OUTCOME_LAYERS } from '../observations/outcome.js';
import { createWireReader, type WireReader } from '../observations/wire-reader.js';
import { NoSocketError } from '../wire/no-socket.js';
import type { Answer } from './answer.js';
import type { HeaderLines } from './message.js';
import type { RunningExchange } from './running-exchange.js';

const EMPTY = new Uint8Array(0);
const MAX_EVENTS = 1_000;
export interface Sender {
  readonly exchange: RunningExchange;
  readonly clock: Clock;
  /** Bytes of a body that are kept for the record. */
  readonly keepBytes: number;
  /** Called where an answer gives up when some of it has gone out. */
  failed(error: unknown): void;
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
  /** An answer that is written by hand, and how it ended; null as long as it has not. */
  #carried: { readonly reader: WireReader; ending: Ending | null } | null = null;

  constructor(private readonly sender: Sender) {}

  /** What is to be sent now; null where nothing is. */
  send(answer: Answer, marks: HeaderLines): Answer | null {
    // Without a socket nothing else tells that the connection was cut.
    if (this.sender.exchange.interrupted) this.end('gone');
    if (this.#gone || this.sender.exchange.record.isFinished) return this.#nothing(answer);
    const { status, body } = answer;
    const headers = [...answer.headers, ...allowed(marks, answer)];
    if (isSpokenByFault(answer, this.sender.exchange.record.fault)) {
      this.sender.exchange.session.isSpokenFor = true;
    }
    if (answer.carriage !== undefined) return this.#carry(answer, answer.carriage, headers);
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
      return { status, headers, body: this.#watch(body) };
    }
    const bytes = toBytes(body);
    this.#pass(bytes);
    // Whoever hears the answer may already act on it: the session is established before it goes out.
    this.#body = { bytes, judgement: this.#judgeBody(bytes, 'complete') };
    this.#noteEstablished(this.#body.judgement);
    if (this.sender.exchange.wire.connection === null) this.end('sent');
    return { status, headers, body: bytes.byteLength === 0 ? null : body };
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
    if (closedBy === 'client' && exchange.rpc.idToken !== null) {
      exchange.session.abandonedId = exchange.rpc.idToken;
    }
    const judgement = this.#judgement(this.#endOf(how, closedBy));
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

  /** Writes the answer by hand; what it means is read from the very bytes. */
  #carry(answer: Answer, carriage: Carriage, headers: HeaderLines): null {
    const { exchange, clock } = this.sender;
    const connection = exchange.wire.take();
    if (connection === null) throw new NoSocketError();
    const reader = createWireReader({
      onHead: (status, lines) => {
        this.#status = status;
        this.#headers = lines;
        const onEvent = (kind: string): void => this.#noteEvent(kind);
        this.#judge = createAnswerJudge(
          judgedRequest(exchange),
          { status, headers: lines },
          { onEvent },
        );
        if (mediaTypeOf(lines) === STREAM_TYPE) this.#events = [];
      },
      onBody: (bytes) => this.#pass(bytes),
    });
    const carried: { readonly reader: WireReader; ending: Ending | null } = {
      reader,
      ending: null,
    };
    this.#carried = carried;
    void carry({ ...answer, headers }, carriage, {
      connection,
      clock,
      signal: exchange.signal,
      onBytes: (bytes) => {
        reader.push(bytes);
        const settled = reader.isWhole(false) ? this.#judge?.end('complete') : this.#judge?.settled;
        if (settled !== undefined && settled !== null) this.#noteEstablished(settled);
      },
      onEnding: (ending) => {
        carried.ending = ending;
      },
    }).catch((error: unknown) => {
      // What a body is made of gave up: the client sees its connection closed.
      this.sender.failed(error);
      exchange.interrupt();
    });
    return null;
  }

  #closedBy(how: 'sent' | 'gone'): 'client' | 'server' | null {
    const { interrupted, endsWithSession, isCancelled } = this.sender.exchange;
    const ending = this.#carried?.ending ?? null;
    if (ending === 'reset' || ending === 'fin' || ending === 'half_close') return 'server';
    if (how === 'gone') return this.#wasCut() ? 'server' : 'client';
    if (isCancelled) return 'client';
    return interrupted && endsWithSession ? 'server' : null;
  }

  #endOf(
    how: 'sent' | 'gone',
    closedBy: 'client' | 'server' | null,
  ): 'complete' | 'cut' | 'client' {
    if (this.#carried?.reader.isWhole(closedBy === 'server') === true) return 'complete';
    if (closedBy === 'client') return 'client';
    return how === 'gone' || this.#carried !== null ? 'cut' : 'complete';
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
          } catch (error) {
            // The healthy server gave up its stream: the client sees its connection closed.
            this.sender.failed(error);
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
  #nothing({ body }: Answer): null {
    if (body instanceof ReadableStream) void body.cancel();
    return null;
  }
}

/** Faults that leave what the healthy server says as it is. */
const WORDLESS: ReadonlySet<string> = new Set(['delay', 'input_required']);

function isSpokenByFault({ headers, carriage }: Answer, fault: RecordedFault | null): boolean {
  if (fault === null || WORDLESS.has(fault.kind)) return false;
  return carriage !== undefined || mediaTypeOf(headers) === STREAM_TYPE;
}

function allowed(marks: HeaderLines, { without }: Answer): HeaderLines {
  return without === undefined ? marks : marks.filter(([name]) => !without.has(name.toLowerCase()));
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
