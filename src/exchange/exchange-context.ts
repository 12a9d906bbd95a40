/** What the faults of one exchange may ask of it. */
import type { Clock } from '../clock.js';
import type { FaultContext } from '../faults/fault-kind.js';
import { Given } from '../judge/given/given.js';
import type { Finding } from '../observations/observation.js';
import type { Change } from '../upstream/serving.js';
import { callWith } from '../upstream/legacy-servings.js';
import type { Upstream, UpstreamCall } from '../upstream/upstream.js';
import type { Answer } from './answer.js';
import { asFirstRound } from './first-round.js';
import type { OwnPort } from '../wire/own-port.js';
import type { Arrival, McpAddress } from './message.js';
import { otherOriginOf } from './origins.js';
import type { RunningExchange } from './running-exchange.js';

/** Where else the kitchen can be reached. */
export interface ExchangePorts {
  /** The port that all sessions share. */
  mainPort(): number;
  /** Another one, which is opened when it is first asked for. */
  secondPort(): Promise<number>;
  /** The port of the session at an address; null where it has none. */
  of(address: McpAddress): OwnPort | null;
}

export class ExchangeContext implements FaultContext {
  #healthy: Promise<Answer> | undefined;

  constructor(
    private readonly exchange: RunningExchange,
    readonly clock: Clock,
    private readonly upstream: Upstream,
    private readonly ports: ExchangePorts,
  ) {}

  get arrival(): Arrival {
    return this.exchange.arrival;
  }
  get signal(): AbortSignal {
    return this.exchange.signal;
  }
  get foreignId(): string | null {
    return this.exchange.foreignId;
  }
  get origin(): string {
    return this.exchange.origin;
  }
  get ownPort(): OwnPort | null {
    return this.ports.of(this.exchange.arrival.address);
  }
  readonly otherOrigin = (which: 'http' | 'port'): Promise<string> =>
    otherOriginOf(this.origin, which, this.ports);
  get given(): Given {
    this.exchange.session.given ??= new Given();
    return this.exchange.session.given;
  }

  healthy(): Promise<Answer> {
    this.#healthy ??= this.upstream.serve(this.#callForHealthy());
    return this.#healthy;
  }

  healthyFor(arrival: Arrival): Promise<Answer> {
    return this.upstream.serve(callWith(this.exchange, arrival));
  }

  /** What answers a round that a fault asked is the call itself to the healthy server, which knows no such round. */
  #callForHealthy(): UpstreamCall {
    const { exchange } = this;
    const inputs = exchange.session.given?.inputs;
    if (inputs === undefined || !inputs.isJudge(exchange.rpc)) return exchange;
    const isAnswer = inputs.roundOf(exchange.rpc) !== null;
    const { arrival } = exchange;
    const call = callWith(exchange, isAnswer ? asFirstRound(arrival) : arrival);
    // It has been judged by who asked.
    return { ...call, found: () => undefined };
  }

  random(what: string): number {
    // A script has no `on` of its own whose matches would tell its requests apart.
    const { post } = this.exchange.snapshot.counters;
    return this.exchange.random(`${what}\n${String(post)}`);
  }

  carriedByOldTransport(): void {
    this.exchange.record.isOldTransport = true;
  }

  found(finding: Finding): void {
    this.exchange.found(finding);
  }

  notify(change: Change): void {
    const { workspace, session } = this.exchange.snapshot;
    this.upstream.notify(workspace, change, session);
  }

  get hasOldSessionId(): boolean {
    return this.exchange.hasOldSessionId;
  }

  renewSessionId(): string | null {
    return this.exchange.renewSessionId();
  }

  endGetStream(): void {
    const { mcpSessionId } = this.exchange;
    if (mcpSessionId !== null) this.upstream.endGetStream(mcpSessionId);
  }

  later(ms: number, act: () => void): void {
    const { session } = this.exchange;
    if (this.exchange.interrupted) return;
    // The session ends what is open in it; this belongs to what is open, and outlives its exchange.
    const leave = session.openExchanges.add({
      interrupt: () => {
        callOff();
        leave();
      },
    });
    const callOff = this.clock.after(ms, () => {
      leave();
      act();
    });
  }

  /** The same, where an answer is known that is taken for the healthy one. */
  after(answer: Answer): FaultContext {
    const next = new ExchangeContext(this.exchange, this.clock, this.upstream, this.ports);
    next.#healthy = Promise.resolve(answer);
    return next;
  }
}
