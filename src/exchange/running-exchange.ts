/** One exchange while it runs: what scenario hooks and the healthy server see of it, and how it is stopped. */
import { randomBytes } from 'node:crypto';
import type { Fault, JoinedFault } from '../faults/fault.js';
import type { Finding } from '../observations/observation.js';
import type { ExchangeRecord } from '../observations/exchange-record.js';
import { chance } from '../scenario/chance.js';
import type { Exchange } from '../scenario/contract.js';
import { factsOf, type RequestFacts } from '../scenario/targeting.js';
import type { LiveSession, OpenExchange } from '../sessions/live-session.js';
import type { SessionRegistry } from '../sessions/session-registry.js';
import type { Snapshot } from '../sessions/session.js';
import type { ServerPlan } from '../upstream/plan.js';
import type { DialogueMemory, UpstreamCall } from '../upstream/upstream.js';
import type { Wire } from '../wire/wire.js';
import type { ExchangePorts } from './exchange-context.js';
import { headerOf } from './header-lines.js';
import { foreignOriginFor, originOf } from './origins.js';
import type { Arrival, ClientInfo, Era, HeaderLines, RpcMessage } from './message.js';

export class RunningExchange implements Exchange, UpstreamCall, OpenExchange {
  /** Which request this is among those that the scenario's `on` means. */
  match = 0;
  plan: ServerPlan | undefined;
  interrupted = false;
  /** What this request has in common with one that repeats it; see `repeats.ts`. */
  call: { readonly text: string | null } | null = null;
  /** Its answer is a GET stream of the 2025 era on the way: the healthy server ends it with the session. */
  endsWithSession = false;
  /** The client said that it waits for no answer (`notifications/cancelled` of the 2025 era). */
  isCancelled = false;
  untouched: (() => void) | null = null;
  #controller: AbortController | null = null;
  #aborted = false;
  #facts: RequestFacts | undefined;

  constructor(
    readonly arrival: Arrival,
    readonly snapshot: Snapshot,
    readonly record: ExchangeRecord,
    readonly session: LiveSession,
    readonly wire: Wire,
    private readonly sessions: Pick<
      SessionRegistry,
      'giveProtocolSession' | 'delete' | 'renameProtocolSession' | 'newestName'
    >,
    private readonly ports: ExchangePorts,
  ) {}

  get verb(): string {
    return this.arrival.verb;
  }
  get headers(): HeaderLines {
    return this.arrival.headers;
  }
  get rpc(): RpcMessage {
    return this.arrival.rpc;
  }
  get era(): Era {
    return this.arrival.era;
  }
  get client(): ClientInfo {
    return this.arrival.client;
  }
  get mcpSessionId(): string | null {
    return this.arrival.mcpSessionId;
  }
  whenUntouched(act: () => void): void {
    this.untouched = act;
  }

  get origin(): string {
    return originOf(this.wire);
  }
  get foreignOrigin(): string {
    return foreignOriginFor(this.wire, this.arrival.address, this.ports);
  }
  get memory(): Map<string, unknown> {
    return this.session.memory;
  }
  get facts(): RequestFacts {
    if (this.#facts === undefined) {
      const { arrival, snapshot, session } = this;
      const connection = session.connectionNumber(arrival.connection);
      this.#facts = factsOf(arrival, snapshot.startedAt, session.given, connection);
    }
    return this.#facts;
  }
  get dialogues(): DialogueMemory {
    return this.session.dialogues;
  }

  get foreignId(): string | null {
    for (const { rpc } of this.session.openExchanges) {
      if (rpc !== undefined && rpc !== this.rpc && rpc.idToken !== null) return rpc.idToken;
    }
    return null;
  }

  /** The raw id of the request of this session that its client gave up last; null if none. */
  get abandonedId(): string | null {
    return this.session.abandonedId;
  }

  /** Made when somebody asks: most injected faults never wait. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  random(rule: string): number {
    return chance(this.snapshot.seed, rule, this.match);
  }

  injected(fault: Fault | JoinedFault | undefined): void {
    this.record.fault = fault ?? null;
  }

  found(finding: Finding): void {
    const { findings } = this.record;
    // The healthy server may see what was seen before it was asked.
    const isKnown = findings.some(
      ({ rule, text }) => rule === finding.rule && text === finding.text,
    );
    if (!isKnown) this.record.findings = [...findings, finding];
  }

  opened(id: string, protocolVersion: string | null): void {
    const { session, client } = this;
    this.sessions.giveProtocolSession({ id, session, client, protocolVersion });
  }

  /** Another `Mcp-Session-Id` for the session of the 2025 era that the request is in; null where it is in none. */
  renewSessionId(): string | null {
    const { mcpSessionId } = this;
    if (mcpSessionId === null) return null;
    const next = randomBytes(24).toString('base64url');
    this.sessions.renameProtocolSession(mcpSessionId, next);
    return next;
  }

  /** Whether the request names its session by an id that another one has replaced. */
  get hasOldSessionId(): boolean {
    const { mcpSessionId, headers } = this;
    if (mcpSessionId === null) return false;
    return headerOf(headers, 'mcp-session-id') !== this.sessions.newestName(mcpSessionId);
  }

  deleted(): void {
    this.sessions.delete(this.session, this);
  }

  cancelled(): void {
    this.isCancelled = true;
  }

  isOver(): boolean {
    return this.record.isFinished;
  }

  isSpokenFor(): boolean {
    return this.session.isSpokenFor;
  }

  /** Whatever waits for this exchange need not wait any longer. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  interrupt(): void {
    this.interrupted = true;
    if (!this.endsWithSession) this.wire.cut();
    this.abort();
  }
}
