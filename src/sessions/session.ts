/** Words of the session rules: selection, session, counters and the frozen snapshot. */
import type { ClientInfo, Era } from '../exchange/message.js';
import type { RuleReport } from '../scenario/rule-report.js';

/** What begins a new session of a client: `handshake` (the default), `idle` time only, or only an end by hand. */
export type NewSessionOn = 'handshake' | 'idle' | 'end';

/** What a workspace serves to sessions that begin from now on. */
export interface Selection {
  /** Scenario id. */
  readonly scenario: string;
  /** Params as the scenario's schema returned them, defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  /** 0 to 2^32 - 1: all chance of a session is a function of it. */
  readonly seed: number;
  readonly newSessionOn: NewSessionOn;
  /** Raised by every save. */
  readonly revision: number;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** When the workspace goes back to what was selected before; undefined for never. */
  readonly expiresAfter?: Expiry | undefined;
}

/** A time since the selection was saved, or a number of POSTs of the sessions that began with it. */
export type Expiry = { readonly ms: number } | { readonly posts: number };

/**
 * Why a session is no longer the current one of its client. `superseded`, `reconnected` and `idle` let open exchanges
 * go on; `ended` (by hand), `deleted` (HTTP DELETE) and `shutdown` interrupt them.
 */
export type EndReason = 'superseded' | 'reconnected' | 'idle' | 'ended' | 'deleted' | 'shutdown';

/** Counters of a session, raised in the order of arrival, before any waiting. */
export interface Counters {
  /** Every POST: handshake, notifications and garbage too. */
  readonly posts: number;
  /** POSTs per JSON-RPC method. */
  readonly methods: Readonly<Record<string, number>>;
  /** Calls per tool, prompt or resource; further rounds of an MRTR dialogue are not calls. */
  readonly calls: Readonly<Record<string, number>>;
  /** Further rounds of MRTR dialogues per tool, prompt or resource. */
  readonly rounds: Readonly<Record<string, number>>;
}

/** The values that the counters of one exchange had after it was counted; null where it raised none. */
export interface CounterValues {
  readonly post: number | null;
  /** Which request of its method this is, from 1. */
  readonly method: number | null;
  /** Which call of its name this is, from 1; for a further round, null. */
  readonly call: number | null;
  /** Which further round of its name this is, from 1; for a call, null. */
  readonly round: number | null;
}

/** A session as the admin API shows it. */
export interface SessionRecord {
  readonly id: string;
  readonly workspace: string;
  readonly key: string | null;
  readonly client: ClientInfo & { readonly address: string | null };
  readonly era: Era | null;
  readonly protocolVersion: string | null;
  readonly scenario: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly seed: number;
  readonly newSessionOn: NewSessionOn;
  /** Has a selection of its own, whatever the workspace's is. */
  readonly ordered: boolean;
  readonly established: boolean;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly endedAt: string | null;
  readonly endReason: EndReason | null;
  readonly counters: Counters;
  /** What became of the rules of its scenario, and why those that never struck did not. */
  readonly rules: readonly RuleReport[];
}

/** Everything that an exchange needs from its session, read once when it is resolved and frozen. */
export interface Snapshot {
  readonly workspace: string;
  readonly session: string;
  readonly key: string | null;
  readonly scenario: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly seed: number;
  /** Milliseconds since the epoch when the session began. */
  readonly startedAt: number;
  readonly counters: CounterValues;
  /** A copy of all counters of the session, this exchange included. */
  readonly sessionCounters: Counters;
}
