/** Keeps the record of every exchange: numbers it, shows it live, and hands it to the writer when it is finished. */
import type { Clock } from '../clock.js';
import type { Log, LogEntry } from '../log.js';
import { isNamed } from '../exchange/header-lines.js';
import type { Arrival, HeaderLines } from '../exchange/message.js';
import type { Fault } from '../faults/fault.js';
import type { CounterValues, Snapshot } from '../sessions/session.js';
import type { Store } from '../store/store.js';
import type { Judgement } from './judge-answer.js';
import type { LiveBus } from './live.js';
import type { Finding, Observation, StreamEvent } from './observation.js';
import { recordBody } from './recorded-body.js';
import type { ExchangeRedactor, Redactor } from './redact.js';
import { summarize } from './summarize.js';
import type { RecordWriter } from './writer.js';

/** Numbers are reserved in blocks, so that a crash cannot hand one out twice. */
const NUMBER_BLOCK = 1_000;
/** Characters of a path, an id, a method or a name in a record; the body has the last three whole. */
const MAX_TEXT_LENGTH = 1_000;

export interface RecorderOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly writer: RecordWriter;
  readonly live: LiveBus;
  readonly redactor: Redactor;
  /** Told of each finished exchange; undefined where nobody listens. */
  readonly logExchange?: Log | undefined;
  /** Headers and bodies are stored up to this size each, in bytes. */
  readonly recordCapBytes: number;
}

/** What is known of a request before anything is decided about it. */
export interface RequestFacts {
  readonly at: number;
  readonly workspace: string;
  readonly verb: string;
  readonly path: string;
  readonly headers: HeaderLines;
  readonly remote: string | null;
  /** Why it was refused before MCP was reached; null if it was not. */
  readonly refused: string | null;
}

/** What went out. */
export interface SentAnswer {
  readonly status: number | null;
  readonly headers: HeaderLines;
  /** What was kept of the body. */
  readonly bytes: Uint8Array;
  /** Size on the wire. */
  readonly total: number;
  readonly events: readonly StreamEvent[] | null;
}

/** The fault as it is recorded; a scenario that threw counts as one, with its stack. */
export type RecordedFault =
  Fault | { readonly kind: 'error'; readonly message: string; readonly stack: string };

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #open = new Map<number, ExchangeRecord>();
  #number: number;
  #reserved: number;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#reserved = options.store.reservedNumber();
    this.#number = this.#reserved;
  }

  /** Takes the secrets of one exchange out of all that is kept of it. */
  redactorFor(requestHeaders: HeaderLines): ExchangeRedactor {
    return this.#options.redactor.forExchange(requestHeaders);
  }

  begin(
    facts: RequestFacts,
    arrival: Arrival | null,
    snapshot: Snapshot | null,
    redactor: ExchangeRedactor = this.redactorFor(facts.headers),
  ): ExchangeRecord {
    const number = this.#nextNumber();
    const record = new ExchangeRecord(number, facts, arrival, snapshot, {
      capBytes: this.#options.recordCapBytes,
      redactor,
      finished: (observation) => {
        this.#open.delete(number);
        this.#options.writer.add(observation);
        this.#publish('finished', () => observation);
        this.#options.logExchange?.(logEntry(observation));
      },
      now: () => this.#options.clock.now(),
    });
    this.#open.set(number, record);
    if (facts.refused === null) this.#publish('started', () => record.toObservation());
    return record;
  }

  /** Observations of a workspace that are not in the store: still open, or waiting to be written. */
  unstored(workspace: string): readonly Observation[] {
    const open = [...this.#open.values()].map((record) => record.toObservation());
    return [...this.#options.writer.queued, ...open].filter(
      (observation) => observation.workspace === workspace,
    );
  }

  /** Gives back the numbers that were reserved and not used. */
  close(): void {
    if (this.#number < this.#reserved) this.#options.store.reserveNumbers(this.#number);
  }

  #publish(type: 'started' | 'finished', observe: () => Observation): void {
    const { live } = this.#options;
    if (live.isWatched) live.publish(type, summarize(observe()));
    else live.skip();
  }

  #nextNumber(): number {
    this.#number += 1;
    if (this.#number > this.#reserved) {
      this.#reserved = this.#number + NUMBER_BLOCK;
      try {
        this.#options.store.reserveNumbers(this.#reserved);
      } catch {
        // The store says by itself that it takes nothing; the exchange goes on.
      }
    }
    return this.#number;
  }
}

interface RecordSurroundings {
  readonly capBytes: number;
  readonly redactor: ExchangeRedactor;
  readonly now: () => number;
  finished(observation: Observation): void;
}

export class ExchangeRecord {
  fault: RecordedFault | null = null;
  findings: readonly Finding[] = [];
  repeatOf: number | null = null;
  #finished: Observation | null = null;

  constructor(
    readonly number: number,
    private readonly facts: RequestFacts,
    private readonly arrival: Arrival | null,
    private readonly snapshot: Snapshot | null,
    private readonly surroundings: RecordSurroundings,
  ) {}

  get isFinished(): boolean {
    return this.#finished !== null;
  }

  /** Takes this exchange's secrets out of a text. */
  redact(text: string): string {
    return this.surroundings.redactor.text(text);
  }

  finish(sent: SentAnswer, judgement: Judgement, closedBy: 'client' | 'server' | null): void {
    if (this.#finished !== null) return;
    const now = this.surroundings.now();
    this.#finished = this.#observe(sent, judgement, closedBy, now);
    this.surroundings.finished(this.#finished);
  }

  toObservation(): Observation {
    const sent: SentAnswer = { status: null, headers: [], bytes: EMPTY, total: 0, events: null };
    return this.#finished ?? this.#observe(sent, PENDING, null, null);
  }

  #observe(
    sent: SentAnswer,
    judgement: Judgement,
    closedBy: 'client' | 'server' | null,
    endedAt: number | null,
  ): Observation {
    const { facts, arrival, snapshot } = this;
    const { redactor, capBytes } = this.surroundings;
    const requestBytes = arrival?.body ?? EMPTY;
    // First of all: the redactor learns here which secrets the other parts may repeat.
    const request = recordBody(requestBytes, requestBytes.byteLength, capBytes, redactor);
    const requestHeaders = redactor.headers(facts.headers, capBytes);
    const responseHeaders = redactor.headers(sent.headers, capBytes);
    const response = recordBody(sent.bytes, sent.total, capBytes, redactor);
    const text = (value: string | null | undefined): string | null =>
      value == null ? null : shorten(redactor.text(value));
    // Spelled out: each exchange makes one, and one shape is what the engine is fastest with.
    return {
      number: this.number,
      workspace: facts.workspace,
      session: snapshot?.session ?? null,
      refused: facts.refused,
      startedAt: new Date(facts.at).toISOString(),
      durationMs: endedAt === null ? null : endedAt - facts.at,
      state: endedAt === null ? 'open' : 'finished',
      client:
        arrival === null
          ? null
          : {
              name: arrival.client.name,
              version: arrival.client.version,
              address: facts.remote,
            },
      era: arrival?.era ?? null,
      protocolVersion: arrival?.protocolVersion ?? null,
      http: {
        method: facts.verb,
        path: shorten(redactor.path(facts.path)),
        status: sent.status,
        requestHeaders,
        responseHeaders,
      },
      rpc: {
        kind: arrival?.rpc.kind ?? 'none',
        id: text(arrival?.rpc.idToken),
        method: text(arrival?.rpc.method),
        name: text(arrival?.rpc.name),
      },
      request,
      response: {
        body: response.body,
        encoding: response.encoding,
        bytes: response.bytes,
        truncated: response.truncated,
        contentType: headerOf(sent.headers, 'content-type'),
        events: sent.events,
      },
      counters: snapshot?.counters ?? NO_COUNTERS,
      scenario: snapshot === null ? null : { id: snapshot.scenario, revision: snapshot.revision },
      fault: redactFault(this.fault, redactor),
      outcome: judgement.outcome,
      layer: judgement.layer,
      errorCode: judgement.errorCode,
      resultType: judgement.resultType,
      closedBy,
      findings:
        this.findings.length === 0
          ? this.findings
          : this.findings.map((finding) => ({ ...finding, text: redactor.text(finding.text) })),
      repeatOf: this.repeatOf,
    };
  }
}

const NO_COUNTERS: CounterValues = { post: null, method: null, call: null, round: null };
const EMPTY = new Uint8Array(0);
const PENDING: Judgement = { outcome: 'PENDING', layer: 'none', errorCode: null, resultType: null };

/** Summaries are kept in memory and sent to every reader: no client decides how large they are. */
function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}

function logEntry(observation: Observation): LogEntry {
  const { number, workspace, session, rpc, http, outcome, fault, durationMs } = observation;
  const { method, name } = rpc;
  return {
    level: 'debug',
    message: 'Exchange',
    number,
    workspace,
    session,
    method,
    name,
    status: http.status,
    outcome,
    durationMs,
    fault: fault?.kind ?? null,
  };
}

function redactFault(
  fault: RecordedFault | null,
  redactor: ExchangeRedactor,
): Observation['fault'] {
  if (fault === null) return null;
  const redacted = redactor.json(fault);
  return isFault(redacted) ? redacted : null;
}

function isFault(value: unknown): value is NonNullable<Observation['fault']> {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function headerOf(headers: HeaderLines, name: string): string | null {
  return headers.find(([candidate]) => isNamed(candidate, name))?.[1] ?? null;
}
