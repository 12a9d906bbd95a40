/** The 2025 era's own sessions: which session each `Mcp-Session-Id` was given for. */
import type { ClientInfo, McpAddress } from '../exchange/message.js';
import type { LiveSession } from './live-session.js';

export interface ProtocolSession {
  /** The value of `Mcp-Session-Id`. */
  readonly id: string;
  readonly session: LiveSession;
  /** Who sent the `initialize`: later requests do not say it again. */
  readonly client: ClientInfo;
  /** What was agreed on; null where it is not known. */
  readonly protocolVersion: string | null;
}

interface Kept extends ProtocolSession {
  /** When a request named it last (ms since the epoch). */
  readonly usedAt: number;
}

/** Each holds a server of about 30 KiB, for as long as a client might come back. */
const MAX_KEPT = 2_000;
/** What was used a moment ago stays beyond that, or new clients would throw each other out. */
const SPARED_MS = 60_000;
const MAX_SPARED = 10_000;
/** Later names of one session that are known; older ones lead nowhere. */
const MAX_NAMES = 1_000;

export class ProtocolSessions {
  /** The ones that were not used for longest come first. */
  readonly #byId = new Map<string, Kept>();
  /** Later names of a session, oldest first, by its first one; and the first one by each of them. */
  readonly #names = new Map<string, string[]>();
  readonly #firstNames = new Map<string, string>();

  /**
   * @param now ms since the epoch
   * @param gone is told each id that leads nowhere any more
   */
  constructor(
    private readonly now: () => number,
    private readonly gone: (id: string) => void,
  ) {}

  give(given: ProtocolSession): void {
    while (this.#byId.size >= MAX_KEPT && this.#dropOne());
    this.#byId.set(given.id, { ...given, usedAt: this.now() });
    given.session.protocolSessions.add(given.id);
  }

  /** Undefined for an id that was never given at this address, or that leads nowhere any more. */
  find(id: string, { workspace, key }: McpAddress): ProtocolSession | undefined {
    const found = this.#byId.get(this.#firstNames.get(id) ?? id);
    if (found === undefined) return undefined;
    const { birth } = found.session;
    if (birth.workspace !== workspace || birth.key !== key) return undefined;
    this.#byId.delete(found.id);
    this.#byId.set(found.id, { ...found, usedAt: this.now() });
    return found;
  }

  /** From now on this name leads to the session as well. */
  rename(id: string, name: string): void {
    if (!this.#byId.has(id)) return;
    const names = this.#names.get(id) ?? [];
    names.push(name);
    this.#names.set(id, names);
    this.#firstNames.set(name, id);
    const [oldest = ''] = names.length > MAX_NAMES ? names.splice(0, 1) : [];
    this.#firstNames.delete(oldest);
  }

  /** The name that was given last. */
  newestName(id: string): string {
    return this.#names.get(id)?.at(-1) ?? id;
  }

  /** Takes all ids of a session back. */
  forget(session: LiveSession): void {
    for (const id of session.protocolSessions) this.takeBack(id, session);
  }

  /** From now on the id leads nowhere. */
  takeBack(id: string, session: LiveSession): void {
    session.protocolSessions.delete(id);
    this.#byId.delete(id);
    for (const name of this.#names.get(id) ?? []) this.#firstNames.delete(name);
    this.#names.delete(id);
    this.gone(id);
  }

  /** Drops what a client is least likely to come back to; false where all were used a moment ago. */
  #dropOne(): boolean {
    const latest = this.#byId.size < MAX_SPARED ? this.now() - SPARED_MS : Infinity;
    const victim = this.#victim(latest);
    if (victim === undefined) return false;
    this.takeBack(victim.id, victim.session);
    return true;
  }

  /** One that a newer session has replaced, else one in which nothing is open, else any. */
  #victim(latest: number): Kept | undefined {
    let unused: Kept | undefined;
    let oldest: Kept | undefined;
    for (const kept of this.#byId.values()) {
      if (kept.usedAt > latest) break;
      oldest ??= kept;
      if (kept.session.openExchanges.size > 0) continue;
      if (kept.session.end !== null) return kept;
      unused ??= kept;
    }
    return unused ?? oldest;
  }
}
