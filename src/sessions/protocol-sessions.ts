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

/** Each holds a server of about 30 KiB, for as long as a client might come back. */
const MAX_KEPT = 2_000;

export class ProtocolSessions {
  /** The ones that were not used for longest come first. */
  readonly #byId = new Map<string, ProtocolSession>();

  /** @param gone is told each id that leads nowhere any more */
  constructor(private readonly gone: (id: string) => void) {}

  give(given: ProtocolSession): void {
    while (this.#byId.size >= MAX_KEPT && this.#dropUnused());
    this.#byId.set(given.id, given);
    given.session.protocolSessions.add(given.id);
  }

  /** Undefined for an id that was never given at this address, or that leads nowhere any more. */
  find(id: string, { workspace, key }: McpAddress): ProtocolSession | undefined {
    const found = this.#byId.get(id);
    if (found === undefined) return undefined;
    const { birth } = found.session;
    if (birth.workspace !== workspace || birth.key !== key) return undefined;
    this.#byId.delete(id);
    this.#byId.set(id, found);
    return found;
  }

  /** Takes all ids of a session back. */
  forget(session: LiveSession): void {
    for (const id of session.protocolSessions) this.takeBack(id, session);
  }

  /** From now on the id leads nowhere. */
  takeBack(id: string, session: LiveSession): void {
    session.protocolSessions.delete(id);
    this.#byId.delete(id);
    this.gone(id);
  }

  /** Drops what a client is least likely to come back to; false where all are in use. */
  #dropUnused(): boolean {
    const unused = [...this.#byId.values()].filter(
      ({ session }) => session.openExchanges.size === 0,
    );
    const victim = unused.find(({ session }) => session.end !== null) ?? unused[0];
    if (victim === undefined) return false;
    this.takeBack(victim.id, victim.session);
    return true;
  }
}
