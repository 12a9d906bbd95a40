/** The record of one exchange: what is known of it while it runs, and what is kept of it without its secrets. */
import { isNamed } from '../exchange/header-lines.js';
import type { Arrival, HeaderLines } from '../exchange/message.js';
import type { Fault, JoinedFault } from '../faults/fault.js';
import { lintRequest } from '../judge/lint-request.js';
import type { CounterValues, Snapshot } from '../sessions/session.js';
import type { Judgement } from './judge-answer.js';
import type { Finding, Observation, StreamEvent } from './observation.js';
import type { Outcome } from './outcome.js';
import { recordBody } from './recorded-body.js';
import type { ExchangeRedactor } from './redact.js';

/** Characters of a path, an id, a method or a name in a record; the body has the last three whole. */
const MAX_TEXT_LENGTH = 1_000;

/** What is known of a request before anything is decided about it. */
export interface RequestFacts {
  readonly at: number;
  readonly workspace: string;
  readonly verb: string;
  readonly path: string;
  readonly headers: HeaderLines;
  readonly remote: string | null;
  /** The session, where the request itself has none but belongs to one: it touched a canary. */
  readonly session?: string;
  /** Why it did not reach MCP; null if it did. */
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
  | Fault
  | JoinedFault
  | { readonly kind: 'error'; readonly message: string; readonly stack: string }
  /** What was wrong with TLS at the port, and what the TLS library said about it, if anything. */
  | {
      readonly kind: 'tls';
      readonly profile: string;
      readonly summary: string;
      readonly error: string | null;
    }
  /** Somebody touched a canary: what it is called, and the credentials that came along, by the names of their headers. */
  | { readonly kind: 'canary'; readonly name: string; readonly credentials: readonly string[] };

/** The same for all exchanges. */
export interface RecordSurroundings {
  readonly capBytes: number;
  readonly now: () => number;
  finished(record: ExchangeRecord): void;
}

interface Ending {
  readonly sent: SentAnswer;
  readonly judgement: Judgement;
  readonly closedBy: 'client' | 'server' | null;
  /** Milliseconds since the epoch; null while the exchange is open. */
  readonly at: number | null;
}

export class ExchangeRecord {
  fault: RecordedFault | null = null;
  /** What was found beside what the request itself shows. */
  findings: readonly Finding[] = NO_FINDINGS;
  repeatOf: number | null = null;
  /** Whether the transport of 2024-11-05 carries it, which breaks no rule of Streamable HTTP. */
  isOldTransport = false;
  /** Takes it out of the open ones. */
  leave: () => void = NOTHING;
  #ending: Ending = OPEN;
  #observation: Observation | null = null;

  constructor(
    readonly number: number,
    private readonly facts: RequestFacts,
    private readonly arrival: Arrival | null,
    private readonly snapshot: Snapshot | null,
    private readonly redactor: ExchangeRedactor,
    private readonly surroundings: RecordSurroundings,
  ) {}

  get workspace(): string {
    return this.facts.workspace;
  }

  get isFinished(): boolean {
    return this.#ending !== OPEN;
  }

  get outcome(): Outcome {
    return this.#ending.judgement.outcome;
  }

  /** Takes this exchange's secrets out of a text. */
  redact(text: string): string {
    return this.redactor.text(text);
  }

  finish(sent: SentAnswer, judgement: Judgement, closedBy: 'client' | 'server' | null): void {
    if (this.isFinished) return;
    this.#ending = { sent, judgement, closedBy, at: this.surroundings.now() };
    this.surroundings.finished(this);
  }

  /** As it is now; once it is finished, always the same. */
  toObservation(): Observation {
    if (this.#observation !== null) return this.#observation;
    const observation = this.#observe(this.#ending);
    if (this.isFinished) this.#observation = observation;
    return observation;
  }

  #observe({ sent, judgement, closedBy, at: endedAt }: Ending): Observation {
    const { facts, arrival, snapshot, redactor } = this;
    const { capBytes } = this.surroundings;
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
      session: snapshot?.session ?? facts.session ?? null,
      refused: facts.refused,
      startedAt: toIso(facts.at),
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
      findings: this.#allFindings(),
      repeatOf: this.repeatOf,
    };
  }

  #allFindings(): readonly Finding[] {
    // What is refused before MCP is reached is not judged as MCP.
    // Neither is what was not read.
    const { arrival } = this;
    const isJudged = arrival !== null && arrival.unread !== true && this.snapshot !== null;
    const linted = isJudged ? lintRequest(arrival, this.isOldTransport) : NO_FINDINGS;
    if (linted.length === 0 && this.findings.length === 0) return NO_FINDINGS;
    return [...linted, ...this.findings].map((finding) => ({
      ...finding,
      text: this.redactor.text(finding.text),
    }));
  }
}

const NO_COUNTERS: CounterValues = { post: null, method: null, call: null, round: null };
const EMPTY = new Uint8Array(0);
const NOTHING = (): void => undefined;
const NO_FINDINGS: readonly Finding[] = [];
const PENDING: Judgement = { outcome: 'PENDING', layer: 'none', errorCode: null, resultType: null };
const OPEN: Ending = {
  sent: { status: null, headers: [], bytes: EMPTY, total: 0, events: null },
  judgement: PENDING,
  closedBy: null,
  at: null,
};

/** Summaries are kept in memory and sent to every reader: no client decides how large they are. */
function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}

let lastMoment = { at: Number.NaN, iso: '' };

/** Remembered, since many exchanges begin in the same millisecond. */
function toIso(at: number): string {
  if (at !== lastMoment.at) lastMoment = { at, iso: new Date(at).toISOString() };
  return lastMoment.iso;
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
