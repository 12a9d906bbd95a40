/** All live sessions: finds the session of a request by the session table, opens and ends sessions. */
import type { Clock } from '../clock.js';
import type { Arrival, McpAddress } from '../exchange/message.js';
import type { LoadedScenario } from '../scenario/contract.js';
import { LiveSession, type OpenExchange, type SessionBirth } from './live-session.js';
import { type ProtocolSession, ProtocolSessions } from './protocol-sessions.js';
import { decideSession, type SessionDecision } from './rules.js';
import type { EndReason, Selection } from './session.js';
import { tooMany } from './too-many.js';

/** How long a `requestState` can be answered; until then it leads to its session. */
export const REQUEST_STATE_LIFETIME_MS = 60 * 60 * 1000;
/** Idle limit of a session that a client can name: by an address of its own, or by an `Mcp-Session-Id`. */
const NAMED_IDLE_LIMIT_MS = 60 * 60 * 1000;
/** Ends that stop what is open; after the other ends it goes on. */
const INTERRUPTING: ReadonlySet<EndReason> = new Set<EndReason>(['ended', 'deleted', 'shutdown']);
const MAX_PROSPECTS = 1_000;
const BY_HAND: ReadonlySet<EndReason> = new Set<EndReason>(['ended', 'shutdown']);

export interface SessionRegistryOptions {
  readonly clock: Clock;
  readonly idleTimeoutMs: number;
  /** The scenario as it is now. */
  scenario(id: string): LoadedScenario | undefined;
  /** The selection of a workspace now. */
  selectionOf(workspace: string): Selection;
  /** The selection that a KEY was ordered with in an earlier run of the process, where that still holds. */
  orderedBefore(address: McpAddress & { readonly key: string }): Selection | undefined;
  newId(): string;
  /** Reads in clear which session made a `requestState`; null where the kitchen made none such. */
  sessionOfState(state: string): string | null;
  /** Called for each `Mcp-Session-Id` that leads nowhere any more. */
  protocolSessionGone(id: string): void;
  /** Called whenever a session has changed in a way that the admin API shows. */
  changed(session: LiveSession): void;
}

interface WorkspaceSessions {
  /** The current session of each client key. */
  readonly current: Map<string, LiveSession>;
  readonly byKey: Map<string, LiveSession>;
  /** Sessions that would open for requests whose bodies nobody reads. */
  readonly prospects: Map<string, LiveSession>;
}

export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #workspaces = new Map<string, WorkspaceSessions>();
  readonly #byId = new Map<string, LiveSession>();
  readonly #lastOnConnection = new WeakMap<object, LiveSession>();
  readonly #protocolSessions: ProtocolSessions;

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
    this.#protocolSessions = new ProtocolSessions((id) => {
      options.protocolSessionGone(id);
    });
  }

  /** The session that a request belongs to, by the session table. Opens and ends sessions on the way. */
  resolve(arrival: Arrival): LiveSession {
    const session =
      this.protocolSession(arrival)?.session ??
      this.#byAddress(arrival) ??
      this.#byRequestState(arrival) ??
      this.#byClient(arrival);
    if (arrival.connection !== null) this.#lastOnConnection.set(arrival.connection, session);
    return session;
  }

  /**
   * The selection of the session that a request belongs to as far as its head tells: by KEY, `Mcp-Session-Id`, the last
   * session on its connection, else of the one that would open.
   */
  selectionAhead(
    address: McpAddress,
    connection: object | null,
    sessionId: string | null,
  ): Selection {
    const { workspace, key } = address;
    const named =
      sessionId === null ? undefined : this.#protocolSessions.find(sessionId, address)?.session;
    if (named !== undefined) return named.birth.selection;
    if (key === null) {
      const last = this.#lastInLane(address, connection);
      return last?.birth.selection ?? this.#options.selectionOf(workspace);
    }
    const found = this.#sessionsOf(workspace).byKey.get(key);
    if (found?.end === null) return found.birth.selection;
    return this.#ordered({ workspace, key }, found) ?? this.#options.selectionOf(workspace);
  }

  /**
   * The session of a request of which only the head is known (`unread`). One that would have to be opened stays apart:
   * `resolve` opens it, should the request be answered without its body.
   */
  ahead(arrival: Arrival): LiveSession {
    const session = this.protocolSession(arrival)?.session ?? this.#byAddress(arrival);
    if (session !== null) return session;
    const { workspace } = arrival.address;
    const { current, prospects } = this.#sessionsOf(workspace);
    const clientKey = this.#clientKeyOf(arrival);
    const open = current.get(clientKey);
    if (open !== undefined && this.#decide(arrival, open).action === 'join') return open;
    const known = prospects.get(clientKey);
    const selection = this.#options.selectionOf(workspace);
    if (known?.birth.selection.revision === selection.revision) return known;
    const prospect = this.#born(this.#birthOf(arrival, clientKey));
    if (prospects.size >= MAX_PROSPECTS) prospects.clear();
    prospects.set(clientKey, prospect);
    return prospect;
  }

  /** What the `Mcp-Session-Id` of a request was given for; undefined without one, and where it leads nowhere. */
  protocolSession({ mcpSessionId, address }: Arrival): ProtocolSession | undefined {
    return mcpSessionId === null ? undefined : this.#protocolSessions.find(mcpSessionId, address);
  }

  /** From now on the id leads to the session for which an `initialize` was answered with it. */
  giveProtocolSession(given: ProtocolSession): void {
    const { session } = given;
    if (session.end !== null && INTERRUPTING.has(session.end.reason)) {
      this.#options.protocolSessionGone(given.id);
      return;
    }
    session.initialized(given.protocolVersion, NAMED_IDLE_LIMIT_MS);
    this.#protocolSessions.give(given);
  }

  /** Opens a session of its own selection at `/w/WORKSPACE/s/KEY/mcp`; undefined where the KEY has an open one. */
  order(
    address: McpAddress & { readonly key: string },
    selection: Selection,
  ): LiveSession | undefined {
    const { byKey } = this.#sessionsOf(address.workspace);
    const open = byKey.get(address.key);
    if (open !== undefined && open.end === null) return undefined;
    return this.#openAt(address, selection, true);
  }

  get(id: string): LiveSession | undefined {
    return this.#byId.get(id);
  }

  open(workspace: string): readonly LiveSession[] {
    return this.#all(workspace).filter(({ end }) => end === null);
  }

  /** The open ones, and those that a newer session has replaced while a client may still call them by their id. */
  running(workspace: string): readonly LiveSession[] {
    return this.#all(workspace).filter(
      ({ end, protocolSessions }) => end === null || protocolSessions.size > 0,
    );
  }

  #all(workspace: string): readonly LiveSession[] {
    return [...this.#byId.values()].filter(({ birth }) => birth.workspace === workspace);
  }

  /** @param except an exchange that is to go on: the DELETE that ends its own session */
  end(session: LiveSession, reason: EndReason, except?: OpenExchange): void {
    if (INTERRUPTING.has(reason)) {
      // Also for a session that had ended softly before: now what is still open in it stops.
      for (const exchange of session.openExchanges) {
        if (exchange !== except) exchange.interrupt();
      }
      this.#protocolSessions.forget(session);
    }
    if (session.end !== null && !INTERRUPTING.has(reason)) return;
    if (session.end !== null && INTERRUPTING.has(session.end.reason)) return;
    session.end = { reason, at: this.#options.clock.now() };
    this.#options.changed(session);
    const { current, byKey } = this.#sessionsOf(session.birth.workspace);
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
    this.#protocolSessions.takeBack(id, session);
  }

  endAll(reason: EndReason): void {
    for (const session of this.#byId.values()) {
      if (session.end === null || session.openExchanges.size > 0) this.end(session, reason);
    }
  }

  /**
   * Ends idle sessions and forgets ended ones that nothing can lead to any more; where a client invents names without
   * end, those that were not seen for longest go before their time.
   */
  sweep(): void {
    const now = this.#options.clock.now();
    const open: LiveSession[] = [];
    const ended: LiveSession[] = [];
    for (const session of this.#byId.values()) {
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
    this.#protocolSessions.forget(session);
    this.#byId.delete(session.id);
  }

  forgetWorkspace(workspace: string): void {
    for (const session of this.#byId.values()) {
      if (session.birth.workspace !== workspace) continue;
      this.end(session, 'ended');
      this.#byId.delete(session.id);
    }
    this.#workspaces.delete(workspace);
  }

  #byAddress({ address, at }: Pick<Arrival, 'address' | 'at'>): LiveSession | null {
    const { workspace, key } = address;
    if (key === null) return null;
    const found = this.#sessionsOf(workspace).byKey.get(key);
    if (found !== undefined && found.end === null) {
      const mayIdle = found.birth.selection.newSessionOn !== 'end';
      if (!(mayIdle && found.isIdle(at))) return found;
      this.end(found, 'idle');
    }
    const ordered = this.#ordered({ workspace, key }, found);
    const selection = ordered ?? this.#options.selectionOf(workspace);
    return this.#openAt({ workspace, key }, selection, ordered !== undefined);
  }

  #byRequestState({ address, rpc }: Arrival): LiveSession | null {
    if (rpc.requestState === null) return null;
    const id = this.#options.sessionOfState(rpc.requestState);
    const session = id === null ? undefined : this.#byId.get(id);
    if (session === undefined) return null;
    const { workspace, key } = session.birth;
    return workspace === address.workspace && key === address.key ? session : null;
  }

  #byClient(arrival: Arrival): LiveSession {
    const { workspace } = arrival.address;
    const { current } = this.#sessionsOf(workspace);
    const clientKey = this.#clientKeyOf(arrival);
    const open = current.get(clientKey);
    const decision = this.#decide(arrival, open);
    let session = open;
    if (session === undefined || decision.action === 'open') {
      if (session !== undefined && decision.action === 'open' && decision.ends !== null) {
        this.end(session, decision.ends);
      }
      session =
        arrival.unread === true
          ? this.#admitted(this.ahead(arrival))
          : this.#open(this.#birthOf(arrival, clientKey));
      current.set(clientKey, session);
    }
    if (arrival.rpc.idToken !== null && handshakeOf(arrival) === 'discover') {
      session.rememberDiscover(arrival.rpc.idToken);
    }
    return session;
  }

  #decide(arrival: Arrival, open: LiveSession | undefined): SessionDecision {
    const { idToken } = arrival.rpc;
    return decideSession({
      open:
        open === undefined
          ? null
          : {
              established: open.established,
              idle: open.isIdle(arrival.at),
              revision: open.birth.selection.revision,
              newSessionOn: open.birth.selection.newSessionOn,
            },
      revision: this.#options.selectionOf(arrival.address.workspace).revision,
      handshake: handshakeOf(arrival),
      discoverIdUsed: open !== undefined && idToken !== null && open.knowsDiscover(idToken),
    });
  }

  #birthOf(
    { address: { workspace }, client, remote, at }: Arrival,
    clientKey: string,
  ): SessionBirth {
    return {
      id: this.#options.newId(),
      workspace,
      key: null,
      ordered: false,
      clientKey,
      client: { ...client, address: remote },
      selection: this.#options.selectionOf(workspace),
      idleLimitMs: this.#options.idleTimeoutMs,
      at,
    };
  }

  /** A body that cannot be parsed, or is not read, belongs to the last session on its TCP connection. */
  #clientKeyOf({ address, client, connection, remote, rpc, unread }: Arrival): string {
    const isReadable = rpc.kind !== 'unparseable' && rpc.kind !== 'none' && unread !== true;
    const last = isReadable ? undefined : this.#lastInLane(address, connection);
    return last?.birth.clientKey ?? JSON.stringify([client.name, client.version, remote]);
  }

  /** The last session on a connection, where it is one that is found by its client. */
  /** An ordered KEY keeps its selection, over idle time and over a restart: it must not turn healthy. */
  #ordered(
    address: McpAddress & { readonly key: string },
    found: LiveSession | undefined,
  ): Selection | undefined {
    return found?.birth.ordered ? found.birth.selection : this.#options.orderedBefore(address);
  }

  #lastInLane({ workspace }: McpAddress, connection: object | null): LiveSession | undefined {
    const last = connection === null ? undefined : this.#lastOnConnection.get(connection);
    const inSameLane = last?.birth.workspace === workspace && last.birth.key === null;
    return inSameLane ? last : undefined;
  }

  #openAt(
    { workspace, key }: McpAddress & { readonly key: string },
    selection: Selection,
    ordered: boolean,
  ): LiveSession {
    const session = this.#open({
      id: this.#options.newId(),
      workspace,
      key,
      ordered,
      clientKey: null,
      client: { name: 'anonymous', version: null, address: null },
      selection,
      idleLimitMs: Math.max(NAMED_IDLE_LIMIT_MS, this.#options.idleTimeoutMs),
      at: this.#options.clock.now(),
    });
    this.#sessionsOf(workspace).byKey.set(key, session);
    return session;
  }

  #open(birth: SessionBirth): LiveSession {
    return this.#admitted(this.#born(birth));
  }

  #born(birth: SessionBirth): LiveSession {
    return new LiveSession(birth, this.#options.scenario(birth.selection.scenario));
  }

  #admitted(session: LiveSession): LiveSession {
    const { workspace, clientKey } = session.birth;
    if (clientKey !== null) this.#sessionsOf(workspace).prospects.delete(clientKey);
    this.#byId.set(session.id, session);
    this.#options.changed(session);
    return session;
  }

  #sessionsOf(workspace: string): WorkspaceSessions {
    let sessions = this.#workspaces.get(workspace);
    if (sessions === undefined) {
      sessions = { current: new Map(), byKey: new Map(), prospects: new Map() };
      this.#workspaces.set(workspace, sessions);
    }
    return sessions;
  }
}

function handshakeOf({ rpc }: Arrival): 'discover' | 'initialize' | null {
  if (rpc.kind !== 'request') return null;
  if (rpc.method === 'server/discover') return 'discover';
  return rpc.method === 'initialize' ? 'initialize' : null;
}
