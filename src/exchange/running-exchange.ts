/** One exchange while it runs: what scenario hooks and the healthy server see of it, and how it is stopped. */
import type { Fault } from '../faults/fault.js';
import type { Finding } from '../observations/observation.js';
import type { ExchangeRecord } from '../observations/recorder.js';
import { chance } from '../scenario/chance.js';
import type { Exchange } from '../scenario/contract.js';
import type { LiveSession, OpenExchange } from '../sessions/live-session.js';
import type { SessionRegistry } from '../sessions/session-registry.js';
import type { Snapshot } from '../sessions/session.js';
import type { ServerPlan } from '../upstream/plan.js';
import type { DialogueMemory, UpstreamCall } from '../upstream/upstream.js';
import type { Wire } from '../wire/wire.js';
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
  #controller: AbortController | null = null;
  #aborted = false;

  constructor(
    readonly arrival: Arrival,
    readonly snapshot: Snapshot,
    readonly record: ExchangeRecord,
    readonly session: LiveSession,
    readonly wire: Wire,
    private readonly sessions: Pick<SessionRegistry, 'giveProtocolSession' | 'end'>,
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
  get dialogues(): DialogueMemory {
    return this.session.dialogues;
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

  injected(fault: Fault): void {
    this.record.fault = fault;
  }

  found(finding: Finding): void {
    this.record.findings = [...this.record.findings, finding];
  }

  opened(id: string, protocolVersion: string | null): void {
    const { session, client } = this;
    this.sessions.giveProtocolSession({ id, session, client, protocolVersion });
  }

  deleted(): void {
    this.sessions.end(this.session, 'deleted', this);
  }

  cancelled(): void {
    this.isCancelled = true;
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
