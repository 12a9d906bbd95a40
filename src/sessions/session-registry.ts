/** All live sessions: finds the session of a request by the session table, and opens it where there is none. */
import type { Clock } from '../clock.js';
import type { Arrival, McpAddress } from '../exchange/message.js';
import type { LoadedScenario } from '../scenario/contract.js';
import { LiveSession, type OpenExchange, type SessionBirth } from './live-session.js';
import { type ProtocolSession, ProtocolSessions } from './protocol-sessions.js';
import { decideSession, type SessionDecision } from './rules.js';
import { SessionBooks } from './session-books.js';
import { isOver, SessionEndings } from './session-endings.js';
import type { EndReason, Selection } from './session.js';

/** Idle limit of a session that a client can name: by an address of its own, or by an `Mcp-Session-Id`. */
const NAMED_IDLE_LIMIT_MS = 60 * 60 * 1000;
const MAX_PROSPECTS = 1_000;

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

export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #books = new SessionBooks();
  readonly #protocolSessions: ProtocolSessions;
  readonly #endings: SessionEndings;

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
    this.#protocolSessions = new ProtocolSessions(
      () => options.clock.now(),
      (id) => {
        options.protocolSessionGone(id);
      },
    );
    this.#endings = new SessionEndings({
      clock: options.clock,
      books: this.#books,
      protocolSessions: this.#protocolSessions,
      changed: (session) => {
        options.changed(session);
      },
    });
  }

  /** The session that a request belongs to, by the session table. Opens and ends sessions on the way. */
  resolve(arrival: Arrival): LiveSession {
    const session =
      this.protocolSession(arrival)?.session ??
      this.#byAddress(arrival) ??
      this.#byRequestState(arrival) ??
      this.#byClient(arrival);
    this.#books.noteConnection(arrival.connection, session);
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
      const last = this.#books.lastInLane(address, connection);
      return last?.birth.selection ?? this.#options.selectionOf(workspace);
    }
    const found = this.#books.of(workspace).byKey.get(key);
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
    const { current, prospects } = this.#books.of(workspace);
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
    if (isOver(session)) {
      this.#options.protocolSessionGone(given.id);
      return;
    }
    session.initialized(given.protocolVersion, NAMED_IDLE_LIMIT_MS);
    this.#protocolSessions.give(given);
  }

  /** From now on another `Mcp-Session-Id` leads where this one does. */
  renameProtocolSession(id: string, name: string): void {
    this.#protocolSessions.rename(id, name);
  }

  newestName(protocolSession: string): string {
    return this.#protocolSessions.newestName(protocolSession);
  }

  /** Opens a session of its own selection at `/w/WORKSPACE/s/KEY/mcp`; undefined where the KEY has an open one. */
  order(
    address: McpAddress & { readonly key: string },
    selection: Selection,
  ): LiveSession | undefined {
    const { byKey } = this.#books.of(address.workspace);
    const open = byKey.get(address.key);
    if (open !== undefined && open.end === null) return undefined;
    return this.#openAt(address, selection, true);
  }

  get(id: string): LiveSession | undefined {
    return this.#books.byId.get(id);
  }

  open(workspace: string): readonly LiveSession[] {
    return this.#books.all(workspace).filter(({ end }) => end === null);
  }

  /** The open ones, and those that a newer session has replaced while a client may still call them by their id. */
  running(workspace: string): readonly LiveSession[] {
    return this.#books
      .all(workspace)
      .filter(({ end, protocolSessions }) => end === null || protocolSessions.size > 0);
  }

  /** @param except an exchange that is to go on: the DELETE that ends its own session */
  end(session: LiveSession, reason: EndReason, except?: OpenExchange): void {
    this.#endings.end(session, reason, except);
  }

  /** Ended by its own client, at least as far as one `Mcp-Session-Id` goes. */
  delete(session: LiveSession, deletion: OpenExchange): void {
    this.#endings.delete(session, deletion);
  }

  endAll(reason: EndReason): void {
    this.#endings.endAll(reason);
  }

  /** To be called now and then: ends what is idle. */
  sweep(): void {
    this.#endings.sweep();
  }

  forgetWorkspace(workspace: string): void {
    this.#endings.forgetWorkspace(workspace);
  }

  #byAddress({ address, at }: Pick<Arrival, 'address' | 'at'>): LiveSession | null {
    const { workspace, key } = address;
    if (key === null) return null;
    const found = this.#books.of(workspace).byKey.get(key);
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
    const session = id === null ? undefined : this.#books.byId.get(id);
    if (session === undefined) return null;
    const { workspace, key } = session.birth;
    return workspace === address.workspace && key === address.key ? session : null;
  }

  #byClient(arrival: Arrival): LiveSession {
    const { workspace } = arrival.address;
    const { current } = this.#books.of(workspace);
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
    const last = isReadable ? undefined : this.#books.lastInLane(address, connection);
    return last?.birth.clientKey ?? JSON.stringify([client.name, client.version, remote]);
  }

  /** An ordered KEY keeps its selection, over idle time and over a restart: it must not turn healthy. */
  #ordered(
    address: McpAddress & { readonly key: string },
    found: LiveSession | undefined,
  ): Selection | undefined {
    return found?.birth.ordered ? found.birth.selection : this.#options.orderedBefore(address);
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
    this.#books.of(workspace).byKey.set(key, session);
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
    if (clientKey !== null) this.#books.of(workspace).prospects.delete(clientKey);
    this.#books.byId.set(session.id, session);
    this.#options.changed(session);
    return session;
  }
}

function handshakeOf({ rpc }: Arrival): 'discover' | 'initialize' | null {
  if (rpc.kind !== 'request') return null;
  if (rpc.method === 'server/discover') return 'discover';
  return rpc.method === 'initialize' ? 'initialize' : null;
}
