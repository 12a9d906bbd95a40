/** Keeps the record of every exchange: numbers it, shows it live, and hands it to the writer when it is finished. */
import type { Clock } from '../clock.js';
import type { Log, LogEntry } from '../log.js';
import type { Arrival, HeaderLines } from '../exchange/message.js';
import type { Snapshot } from '../sessions/session.js';
import { OpenList } from '../open-list.js';
import type { Store } from '../store/store.js';
import { ExchangeRecord, type RecordSurroundings, type RequestFacts } from './exchange-record.js';
import type { LiveBus } from './live.js';
import type { Observation } from './observation.js';
import type { ExchangeRedactor, Redactor } from './redact.js';
import { summarize } from './summarize.js';
import type { RecordWriter } from './writer.js';

/** Numbers are reserved in blocks, so that a crash cannot hand one out twice. */
const NUMBER_BLOCK = 1_000;

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

/** Ascending unless it says otherwise; both ends are left out. */
export interface NumberRange {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  readonly descending?: boolean;
}

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #open = new OpenList<ExchangeRecord>();
  readonly #surroundings: RecordSurroundings;
  #over: ExchangeRecord[] = [];
  #number: number;
  #reserved: number;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#reserved = options.store.reservedNumber();
    this.#number = this.#reserved;
    this.#surroundings = {
      capBytes: options.recordCapBytes,
      now: () => options.clock.now(),
      finished: (record) => {
        this.#finished(record);
      },
    };
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
    const around = this.#surroundings;
    const record = new ExchangeRecord(number, facts, arrival, snapshot, redactor, around);
    record.leave = this.#open.add(record);
    if (facts.refused === null) this.#publish('started', () => record.toObservation());
    return record;
  }

  /**
   * Observations of a workspace that are not in the store, still open or waiting to be written, in the order of their
   * numbers. Each is made when its turn comes: thousands may be open.
   */
  *unstored(
    workspace: string,
    { above = 0, below = Infinity, descending = false }: NumberRange = {},
  ): Generator<Observation, void> {
    this.settle();
    const isWanted = (one: Pick<Observation, 'workspace' | 'number'>): boolean =>
      one.workspace === workspace && one.number > above && one.number < below;
    const found = [...this.#options.writer.queued, ...this.#open].filter(isWanted);
    found.sort((one, other) =>
      descending ? other.number - one.number : one.number - other.number,
    );
    for (const one of found) yield one instanceof ExchangeRecord ? one.toObservation() : one;
  }

  /** Gives back the numbers that were reserved and not used. */
  close(): void {
    if (this.#number < this.#reserved) this.#options.store.reserveNumbers(this.#number);
  }

  /**
   * Takes the secrets out of what is over, and hands it on: for all exchanges that ended in one turn of the event loop
   * together, which is cheaper, and while no client waits for it.
   */
  settle(): void {
    const over = this.#over;
    this.#over = [];
    for (const record of over) {
      const observation = record.toObservation();
      record.leave();
      this.#options.writer.add(observation);
      this.#publish('finished', () => observation);
      this.#options.logExchange?.(logEntry(observation));
    }
  }

  #finished(record: ExchangeRecord): void {
    this.#over.push(record);
    const isWatched = this.#options.live.isWatched || this.#options.logExchange !== undefined;
    if (isWatched) this.settle();
    else if (this.#over.length === 1) setImmediate(() => this.settle());
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
