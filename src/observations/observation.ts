/** The stored record of an exchange. */
import type { Era, RpcKind } from '../exchange/message.js';
import type { CounterValues } from '../sessions/session.js';
import type { Layer, Outcome } from './outcome.js';

/** A rule of the protocol that the client's own request broke. */
export interface Finding {
  /** Id of the rule in the project's ledger, say `C-HTTP-05`. */
  readonly rule: string;
  readonly level: 'must' | 'should';
  /** What was wrong, in one sentence. */
  readonly text: string;
}

/** One event of a streamed answer. */
export interface StreamEvent {
  /** Milliseconds after the exchange began. */
  readonly atMs: number;
  /** The JSON-RPC method of a notification or request, `result`, `error`, or `other`. */
  readonly kind: string;
}

/** Headers by lower-case name; an array where a name came more than once. */
export type RecordedHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A body as stored: decoded as UTF-8, or Base64 where it is no UTF-8; cut at the cap. */
export interface RecordedBody {
  readonly body: string | null;
  /** `base64` only where the body is no valid UTF-8. */
  readonly encoding: 'utf8' | 'base64';
  /** Size on the wire, not of what is stored. */
  readonly bytes: number;
  readonly truncated: boolean;
}

export interface Observation {
  readonly number: number;
  readonly workspace: string;
  /** Null where the request belongs to none. */
  readonly session: string | null;
  /** Why the request did not reach MCP: why it was refused, or `canary`; null if it did. */
  readonly refused: string | null;
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly state: 'open' | 'finished';
  readonly client: {
    readonly name: string;
    readonly version: string | null;
    readonly address: string | null;
  } | null;
  readonly era: Era | null;
  readonly protocolVersion: string | null;
  readonly http: {
    readonly method: string;
    readonly path: string;
    readonly status: number | null;
    readonly requestHeaders: RecordedHeaders;
    readonly responseHeaders: RecordedHeaders;
  };
  readonly rpc: {
    readonly kind: RpcKind;
    /** The id as its raw JSON token; null if absent. */
    readonly id: string | null;
    readonly method: string | null;
    readonly name: string | null;
  };
  readonly request: RecordedBody;
  readonly response: RecordedBody & {
    readonly contentType: string | null;
    /** Events of a streamed answer, the first 1,000; null for any other answer. */
    readonly events: readonly StreamEvent[] | null;
  };
  readonly counters: CounterValues;
  readonly scenario: { readonly id: string; readonly revision: number } | null;
  /** The injected fault with all that it said; null if none. */
  readonly fault: Readonly<{ kind: string } & Record<string, unknown>> | null;
  readonly outcome: Outcome;
  readonly layer: Layer;
  readonly errorCode: number | null;
  readonly resultType: string | null;
  /** Who closed before the answer was whole, or ended a stream; null where the connection simply went on. */
  readonly closedBy: 'client' | 'server' | null;
  readonly findings: readonly Finding[];
  /** The earlier exchange of the session that this one repeats: same method, name and arguments, after it had failed. */
  readonly repeatOf: number | null;
}

/** An observation without headers and bodies: what lists and the live stream carry. */
export type ObservationSummary = Omit<Observation, 'request' | 'response' | 'http'> & {
  readonly http: { readonly method: string; readonly path: string; readonly status: number | null };
};
