/** The session rules, stated a second time and as plainly as the table reads: what a kitchen has to do. */
import { expectAnswer } from './model-answers.js';
import {
  type ModelChoice,
  type ModelCounters,
  type ModelExchange,
  type ModelRequest,
  type ModelSelection,
  ModelSession,
  type ModelState,
} from './model-words.js';

const HOUR = 3_600_000;
/** What establishes a session, and with it the right to outlive a save. */
const ESTABLISHING = ['RESULT', 'TOOL_SUCCESS', 'TOOL_ERROR', 'INPUT_REQUIRED'];

export class KitchenModel {
  readonly sessions: ModelSession[] = [];
  readonly #selections = new Map<string, ModelSelection>();

  /** @param firstRevision of workspaces that were given no selection yet */
  constructor(private readonly firstRevision: number) {}

  selection(workspace: string): ModelSelection {
    return (
      this.#selections.get(workspace) ?? {
        scenario: 'baseline',
        params: {},
        newSessionOn: 'handshake',
        revision: this.firstRevision,
      }
    );
  }

  openSessions(workspace: string): ModelSession[] {
    return this.sessions.filter((s) => s.workspace === workspace && s.end === null);
  }

  save(workspace: string, choice: Omit<ModelSelection, 'revision'>): ModelSelection {
    const selection = { ...choice, revision: this.selection(workspace).revision + 1 };
    this.#selections.set(workspace, selection);
    return selection;
  }

  /** Undefined where the KEY has an open session. */
  order(
    { workspace, key }: { readonly workspace: string; readonly key: string },
    choice: ModelChoice,
    now: number,
  ): ModelSession | undefined {
    if (this.openSessions(workspace).some((session) => session.key === key)) return undefined;
    const { revision } = this.selection(workspace);
    const selection = { ...choice, newSessionOn: 'handshake', revision } as const;
    return this.#begin(new ModelSession(workspace, key, null, selection, true, now));
  }

  endByHand(session: ModelSession): void {
    session.end = 'ended';
    for (const exchange of session.open) exchange.broken = 'ended';
  }

  /** A sweep finds the idle sessions whose client does not come back. */
  sweep(now: number): void {
    for (const session of this.sessions) {
      if (session.end === null && session.isIdle(now)) session.end = 'idle';
    }
  }

  arrive(request: ModelRequest, now: number): ModelExchange {
    const session = this.#resolve(request, now);
    if (request.method === 'server/discover') session.discoverIds.add(request.id);
    session.lastSeenAt = now;
    const raised = count(session.counters, request);
    const exchange: ModelExchange = {
      request,
      session,
      raised,
      counters: structuredClone(session.counters),
      arrivedAt: now,
      expected: expectAnswer(session, request, now),
      broken: null,
    };
    session.open.add(exchange);
    return exchange;
  }

  /** Returns the `requestState` that the answer gave out. */
  finish(exchange: ModelExchange, now: number): ModelState | null {
    const { session, expected, arrivedAt } = exchange;
    session.open.delete(exchange);
    session.lastSeenAt = now;
    if (exchange.broken !== null) return null;
    if (ESTABLISHING.includes(expected.outcome)) session.established = true;
    if (expected.answered !== undefined) session.waiting.delete(expected.answered);
    if (expected.asked === undefined) return null;
    session.waiting.set(expected.asked, arrivedAt + HOUR);
    return { maker: session, dialogue: expected.asked, givenAt: arrivedAt };
  }

  /** The rows of the table: the first that fits decides. */
  #resolve(request: ModelRequest, now: number): ModelSession {
    const { workspace, key, client, method, state, id } = request;
    if (key !== null) return this.#atKey(workspace, key, now);
    if (state !== null && state !== 'foreign') {
      const { maker } = state;
      if (maker.workspace === workspace && maker.key === null) return maker;
    }
    const selection = this.selection(workspace);
    const beginAfter = (ended?: ModelSession, reason: ModelSession['end'] = null): ModelSession => {
      if (ended !== undefined) ended.end = reason;
      return this.#begin(new ModelSession(workspace, null, client, selection, false, now));
    };
    const open = this.openSessions(workspace).find((s) => s.key === null && s.client === client);
    if (open === undefined) return beginAfter();
    if (open.isIdle(now)) return beginAfter(open, 'idle');
    const isSaved = open.selection.revision !== selection.revision;
    if (!open.established) return isSaved ? beginAfter(open, 'superseded') : open;
    if (open.selection.newSessionOn !== 'handshake') return open;
    const isReconnect =
      method === 'initialize' ||
      (method === 'server/discover' && (isSaved || open.discoverIds.has(id)));
    return isReconnect ? beginAfter(open, 'reconnected') : open;
  }

  /** What was ordered for a KEY stays ordered while only idle time has ended its session. */
  #atKey(workspace: string, key: string, now: number): ModelSession {
    const last = this.sessions.findLast((s) => s.workspace === workspace && s.key === key);
    if (last?.end === null && last.isIdle(now)) last.end = 'idle';
    if (last?.end === null) return last;
    const isOrdered = last !== undefined && last.isOrdered && last.end === 'idle';
    const selection = isOrdered ? last.selection : this.selection(workspace);
    return this.#begin(new ModelSession(workspace, key, null, selection, isOrdered, now));
  }

  #begin(session: ModelSession): ModelSession {
    this.sessions.push(session);
    return session;
  }
}

function count(counters: ModelCounters, request: ModelRequest): ModelExchange['raised'] {
  const { method, tool, state, answers } = request;
  const raise = (counts: Record<string, number>, name: string): number =>
    (counts[name] = (counts[name] ?? 0) + 1);
  counters.posts += 1;
  const isRound = state !== null || answers !== null;
  return {
    post: counters.posts,
    method: method === null ? null : raise(counters.methods, method),
    call: tool === null || isRound ? null : raise(counters.calls, tool),
    round: tool === null || !isRound ? null : raise(counters.rounds, tool),
  };
}
