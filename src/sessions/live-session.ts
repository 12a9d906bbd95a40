/** One session while its process lives: what it froze, what it counts, and what is still open in it. */
import { createHash } from 'node:crypto';
import type { Arrival, ClientInfo, Era, RpcMessage } from '../exchange/message.js';
import { OpenList } from '../open-list.js';
import type { Given } from '../judge/given/given.js';
import type { LoadedScenario } from '../scenario/contract.js';
import { targetOf } from '../scenario/define-scenario.js';
import { reportRule, type RuleCount, type RuleReport } from '../scenario/rule-report.js';
import type { ServerPlan } from '../upstream/plan.js';
import type { DialogueMemory } from '../upstream/upstream.js';
import { SessionCounting } from './counting.js';
import type { CounterValues, EndReason, Selection, SessionRecord, Snapshot } from './session.js';

/** An exchange of a session that has not finished. */
export interface OpenExchange {
  /** The `Mcp-Session-Id` that it came with, if any. */
  readonly mcpSessionId?: string | null;
  /** The message that it came with, if any. */
  readonly rpc?: Pick<RpcMessage, 'idToken'>;
  /** Stops the exchange: its connection closes without an answer. */
  interrupt(): void;
}

/** How often a rule met a request it means, and how often it struck. */
export interface MatchCount {
  met: number;
  struck: number;
}

export interface SessionBirth {
  readonly id: string;
  readonly workspace: string;
  readonly key: string | null;
  /** Has a selection of its own instead of the workspace's. */
  readonly ordered: boolean;
  readonly clientKey: string | null;
  readonly client: ClientInfo & { readonly address: string | null };
  readonly selection: Selection;
  readonly idleLimitMs: number;
  readonly at: number;
}

/** Fresh `server/discover` ids that are remembered; a health check every second reaches it after a day. */
const MAX_DISCOVER_IDS = 100_000;
const MAX_KEPT_TOKEN = 64;
const MAX_SEEN_ROUNDS = 1_000;

export class LiveSession {
  readonly counting = new SessionCounting();
  readonly discoverIds = new Set<string>();
  readonly openExchanges = new OpenList<OpenExchange>();
  readonly matches = new Map<string, MatchCount>();
  /** What the session's scenario wants to remember. */
  readonly memory = new Map<string, unknown>();
  /** Calls whose newest try failed, with the number of that exchange. */
  readonly failedCalls = new Map<string, number>();
  readonly dialogues: DialogueMemory;
  /** What faults gave to the client and expect back; made by the first one. */
  given: Given | undefined;
  /** Whether a fault has put words of its own on a stream: what it asked there, the healthy server does not know. */
  isSpokenFor = false;
  /** Each `Mcp-Session-Id` that leads here. */
  readonly protocolSessions = new Set<string>();
  /** The catalogue as the session's scenario configured it; made when it is first needed. */
  plan: ServerPlan | undefined;
  /** Raw id of the request that the client gave up last. */
  abandonedId: string | null = null;
  established = false;
  end: { readonly reason: EndReason; readonly at: number } | null = null;
  lastSeenAt: number;
  #client: SessionBirth['client'];
  #era: Era | null = null;
  #protocolVersion: string | null = null;
  #idleLimitMs: number;
  readonly #waitingRounds = new Map<string, number>();
  readonly #connections = new WeakMap<object, number>();
  #connectionCount = 0;

  /** @param loaded the scenario as it is when the session begins; undefined where there is none of that name */
  constructor(
    readonly birth: SessionBirth,
    readonly loaded: LoadedScenario | undefined,
  ) {
    this.lastSeenAt = birth.at;
    this.#idleLimitMs = birth.idleLimitMs;
    this.#client = birth.client;
    const waiting = this.#waitingRounds;
    this.dialogues = {
      asked: (dialogue, expiresAt) => {
        waiting.set(dialogue, expiresAt);
      },
      answered: (dialogue) => {
        waiting.delete(dialogue);
      },
      seen: new BoundedMap(MAX_SEEN_ROUNDS),
    };
  }

  get id(): string {
    return this.birth.id;
  }

  /** Whether an MRTR round waits for an answer that could still be given. */
  #waitsForAnswer(now: number): boolean {
    for (const [dialogue, expiresAt] of this.#waitingRounds) {
      if (expiresAt >= now) return true;
      this.#waitingRounds.delete(dialogue);
    }
    return false;
  }

  isIdle(now: number): boolean {
    return (
      this.openExchanges.size === 0 &&
      now - this.lastSeenAt >= this.#idleLimitMs &&
      !this.#waitsForAnswer(now)
    );
  }

  /** Whether something goes on here, or is expected to go on. */
  isAwaited(now: number): boolean {
    return (
      this.openExchanges.size > 0 || this.protocolSessions.size > 0 || this.#waitsForAnswer(now)
    );
  }

  /** Whether anything can still lead here: an open exchange, a `requestState` that lives, or an `Mcp-Session-Id`. */
  isNeeded(now: number, stateLifetimeMs: number): boolean {
    if (this.openExchanges.size > 0) return true;
    const endedAt = this.protocolSessions.size > 0 ? (this.end?.at ?? 0) : 0;
    return now - Math.max(this.lastSeenAt, endedAt) <= stateLifetimeMs;
  }

  /** An `initialize` was answered: the 2025 era begins here, whatever was tried before. */
  initialized(protocolVersion: string | null, idleLimitMs: number): void {
    this.#era = 'legacy';
    this.#protocolVersion = protocolVersion ?? this.#protocolVersion;
    this.#idleLimitMs = Math.max(this.#idleLimitMs, idleLimitMs);
  }

  knowsDiscover(idToken: string): boolean {
    return this.discoverIds.has(briefly(idToken));
  }

  rememberDiscover(idToken: string): void {
    if (this.discoverIds.size >= MAX_DISCOVER_IDS) {
      const [oldest] = this.discoverIds;
      if (oldest !== undefined) this.discoverIds.delete(oldest);
    }
    this.discoverIds.add(briefly(idToken));
  }

  /** Which TCP connection of the session this is, from 1 in the order of first use; null without a socket. */
  connectionNumber(connection: object | null): number | null {
    if (connection === null) return null;
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    this.#connectionCount += 1;
    this.#connections.set(connection, this.#connectionCount);
    return this.#connectionCount;
  }

  /**
   * Counts an arrival and freezes everything that its exchange needs.
   * @param redact takes the secrets of this exchange out of a text that is kept
   */
  admit(arrival: Arrival, redact: (text: string) => string): Snapshot {
    const counters = this.counting.count(arrival, redact);
    this.connectionNumber(arrival.connection);
    this.lastSeenAt = arrival.at;
    if (this.#client.address === null || this.#client.name === 'anonymous') {
      this.#client = { ...arrival.client, address: arrival.remote };
    }
    if (arrival.rpc.kind !== 'unparseable') {
      this.#era ??= arrival.era;
      this.#protocolVersion ??= arrival.protocolVersion;
    }
    return this.snapshot(counters);
  }

  /** What an exchange sees of the session. */
  snapshot(counters: CounterValues): Snapshot {
    const { birth } = this;
    return Object.freeze({
      workspace: birth.workspace,
      session: birth.id,
      key: birth.key,
      scenario: birth.selection.scenario,
      params: birth.selection.params,
      revision: birth.selection.revision,
      seed: birth.selection.seed,
      startedAt: birth.at,
      counters,
      sessionCounters: this.counting.copy(),
    });
  }

  toRecord(): SessionRecord {
    const { birth, end } = this;
    return {
      id: birth.id,
      workspace: birth.workspace,
      key: birth.key,
      client: this.#client,
      era: this.#era,
      protocolVersion: this.#protocolVersion,
      scenario: birth.selection.scenario,
      params: birth.selection.params,
      revision: birth.selection.revision,
      seed: birth.selection.seed,
      newSessionOn: birth.selection.newSessionOn,
      ordered: birth.ordered,
      established: this.established,
      startedAt: new Date(birth.at).toISOString(),
      lastSeenAt: new Date(this.lastSeenAt).toISOString(),
      endedAt: end === null ? null : new Date(end.at).toISOString(),
      endReason: end === null ? null : end.reason,
      counters: this.counting.copy(),
      rules: this.#reportRules(),
    };
  }

  #reportRules(): readonly RuleReport[] {
    const { selection } = this.birth;
    if (this.loaded === undefined) return [];
    const { scenario } = this.loaded;
    try {
      const on = targetOf(scenario, selection.params);
      const own = scenario.report?.(this.memory, selection.params) ?? [];
      return on === undefined ? own : [reportRule('on', on, total(this.matches)), ...own];
    } catch {
      // Its hooks throw too: the records of the session's exchanges say why.
      return [];
    }
  }
}

function total(counts: ReadonlyMap<string, MatchCount>): RuleCount {
  const sum = { met: 0, struck: 0, highest: 0 };
  for (const { met, struck } of counts.values()) {
    sum.met += met;
    sum.struck += struck;
    sum.highest = Math.max(sum.highest, met);
  }
  return sum;
}

/** A stand-in of bounded size: an id may be as long as a body. */
function briefly(token: string): string {
  if (token.length <= MAX_KEPT_TOKEN) return token;
  return createHash('sha256').update(token).digest('base64');
}

class BoundedMap extends Map<string, string> {
  constructor(readonly limit: number) {
    super();
  }
  override set(key: string, value: string): this {
    if (!this.has(key) && this.size >= this.limit) {
      const [oldest] = this.keys();
      if (oldest !== undefined) this.delete(oldest);
    }
    return super.set(key, value);
  }
}
