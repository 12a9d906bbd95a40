/** The words of the model: selection, request, session, exchange. */
import type { ExpectedAnswer } from './model-answers.js';

const HOUR = 3_600_000;
export const IDLE_LIMIT_MS = 60_000;

/** A scenario with its params, as far as the model knows them. */
export interface ModelChoice {
  readonly scenario: string;
  readonly params: {
    readonly delayMs?: number;
    readonly statusCodes?: readonly number[];
    readonly afterEnd?: 'cycle';
    readonly on?: { readonly method: 'tools/call' };
    readonly code?: number;
  };
}

export interface ModelSelection extends ModelChoice {
  readonly newSessionOn: 'handshake' | 'idle' | 'end';
  readonly revision: number;
}

/** A `requestState` that was given out. */
export interface ModelState {
  readonly maker: ModelSession;
  readonly dialogue: object;
  readonly givenAt: number;
}

export interface ModelRequest {
  readonly workspace: string;
  readonly key: string | null;
  readonly client: string;
  /** Null for garbage. */
  readonly method: string | null;
  readonly isNotification: boolean;
  readonly tool: string | null;
  readonly id: string | null;
  /** `foreign`: one that the kitchen never gave out. */
  readonly state: ModelState | 'foreign' | null;
  readonly answers: 'all' | 'none' | null;
}

export interface ModelCounters {
  posts: number;
  readonly methods: Record<string, number>;
  readonly calls: Record<string, number>;
  readonly rounds: Record<string, number>;
}

export class ModelSession {
  end: 'superseded' | 'reconnected' | 'idle' | 'ended' | null = null;
  established = false;
  lastSeenAt: number;
  /** How many requests the scenario's `on` has met. */
  met = 0;
  readonly counters: ModelCounters = { posts: 0, methods: {}, calls: {}, rounds: {} };
  readonly discoverIds = new Set<string | null>();
  readonly open = new Set<ModelExchange>();
  /** Until when the newest round of each dialogue can be answered. */
  readonly waiting = new Map<object, number>();

  constructor(
    readonly workspace: string,
    readonly key: string | null,
    readonly client: string | null,
    readonly selection: ModelSelection,
    readonly isOrdered: boolean,
    readonly startedAt: number,
  ) {
    this.lastSeenAt = startedAt;
  }

  isIdle(now: number): boolean {
    const limit = this.key === null ? IDLE_LIMIT_MS : HOUR;
    const isWaiting = [...this.waiting.values()].some((until) => now <= until);
    const isQuiet = this.open.size === 0 && now - this.lastSeenAt >= limit;
    return isQuiet && !isWaiting && this.selection.newSessionOn !== 'end';
  }
}

export interface ModelExchange {
  readonly request: ModelRequest;
  readonly session: ModelSession;
  /** What this request raised, by the name of the observation's fields. */
  readonly raised: {
    post: number;
    method: number | null;
    call: number | null;
    round: number | null;
  };
  /** All counters, this request included. */
  readonly counters: ModelCounters;
  readonly arrivedAt: number;
  readonly expected: ExpectedAnswer;
  /** The session was ended by hand, or the client closed the stream, before the answer was whole. */
  broken: 'ended' | 'closed' | null;
}
