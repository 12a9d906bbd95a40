/** Ends sessions: by hand, by their client, for a newer one, or because nobody comes any more. */
import type { Clock } from '../clock.js';
import type { LiveSession, OpenExchange } from './live-session.js';
import type { ProtocolSessions } from './protocol-sessions.js';
import type { SessionBooks } from './session-books.js';
import type { EndReason } from './session.js';
import { tooMany } from './too-many.js';

/** How long a `requestState` can be answered; until then it leads to its session. */
const REQUEST_STATE_LIFETIME_MS = 60 * 60 * 1000;
/** Ends that stop what is open; after the other ends it goes on. */
const INTERRUPTING: ReadonlySet<EndReason> = new Set<EndReason>(['ended', 'deleted', 'shutdown']);
const BY_HAND: ReadonlySet<EndReason> = new Set<EndReason>(['ended', 'shutdown']);

export interface SessionEndingsParts {
  readonly clock: Clock;
  readonly books: SessionBooks;
  readonly protocolSessions: ProtocolSessions;
  /** Called for each session that has ended. */
  changed(session: LiveSession): void;
}

/** Whether nothing leads to a session that ended so. */
export function isOver({ end }: LiveSession): boolean {
  return end !== null && INTERRUPTING.has(end.reason);
}

export class SessionEndings {
  readonly #parts: SessionEndingsParts;

  constructor(parts: SessionEndingsParts) {
    this.#parts = parts;
  }

  /** @param except an exchange that is to go on: the DELETE that ends its own session */
  end(session: LiveSession, reason: EndReason, except?: OpenExchange): void {
    if (INTERRUPTING.has(reason)) {
      // Also for a session that had ended softly before: now what is still open in it stops.
      for (const exchange of session.openExchanges) {
        if (exchange !== except) exchange.interrupt();
      }
      this.#parts.protocolSessions.forget(session);
    }
    if (session.end !== null && !INTERRUPTING.has(reason)) return;
    if (isOver(session)) return;
    session.end = { reason, at: this.#parts.clock.now() };
    this.#parts.changed(session);
    const { current, byKey } = this.#parts.books.of(session.birth.workspace);
    const { clientKey, key } = session.birth;
    if (clientKey !== null && current.get(clientKey) === session) current.delete(clientKey);
    // An ordered KEY that only its client left keeps its place, and with it the selection it was ordered with.
    const givesUpKey = BY_HAND.has(reason) || !session.birth.ordered;
    if (key !== null && givesUpKey && byKey.get(key) === session) byKey.delete(key);
  }

  /** A DELETE takes its id back; the session ends with the last of its ids (several lead to one where no handshake ends it). */
  delete(session: LiveSession, deletion: OpenExchange): void {
    const { mcpSessionId: id = null } = deletion;
    const { protocolSessions } = session;
    if (id === null || !protocolSessions.has(id) || protocolSessions.size === 1) {
      this.end(session, 'deleted', deletion);
      return;
    }
    for (const exchange of session.openExchanges) {
      if (exchange !== deletion && exchange.mcpSessionId === id) exchange.interrupt();
    }
    this.#parts.protocolSessions.takeBack(id, session);
  }

  endAll(reason: EndReason): void {
    for (const session of this.#parts.books.byId.values()) {
      if (session.end === null || session.openExchanges.size > 0) this.end(session, reason);
    }
  }

  /**
   * Ends idle sessions and forgets ended ones that nothing can lead to any more; where a client invents names without
   * end, those that were not seen for longest go before their time.
   */
  sweep(): void {
    const now = this.#parts.clock.now();
    const open: LiveSession[] = [];
    const ended: LiveSession[] = [];
    for (const session of this.#parts.books.byId.values()) {
      const { selection, ordered } = session.birth;
      if (session.end !== null) {
        if (!session.isNeeded(now, REQUEST_STATE_LIFETIME_MS)) this.#forget(session);
        else if (!session.isAwaited(now)) ended.push(session);
      } else if (selection.newSessionOn !== 'end') {
        if (session.isIdle(now)) this.end(session, 'idle');
        else if (!ordered && !session.isAwaited(now)) open.push(session);
      }
    }
    for (const session of tooMany(open)) this.end(session, 'idle');
    for (const session of tooMany(ended)) this.#forget(session);
  }

  #forget(session: LiveSession): void {
    this.#parts.protocolSessions.forget(session);
    this.#parts.books.byId.delete(session.id);
  }

  forgetWorkspace(workspace: string): void {
    for (const session of this.#parts.books.byId.values()) {
      if (session.birth.workspace !== workspace) continue;
      this.end(session, 'ended');
      this.#parts.books.byId.delete(session.id);
    }
    this.#parts.books.forgetWorkspace(workspace);
  }
}
