/** Decides the answer to an exchange: choose, serve, alter, perform. */
import type { Clock } from '../clock.js';
import { FaultError } from '../faults/fault-error.js';
import { performJsonRpcError } from '../faults/message/jsonrpc-error.js';
import {
  inOrder,
  type Performed,
  performFaults,
  type Undecided,
} from '../faults/perform-faults.js';
import { type Fault, type FaultChoice, joined } from '../faults/fault.js';
import type { Scenario } from '../scenario/contract.js';
import type { EndReason } from '../sessions/session.js';
import type { Upstream } from '../upstream/upstream.js';
import { NoSocketError } from '../wire/no-socket.js';
import type { Answer } from './answer.js';
import type { Ahead } from './choose-ahead.js';
import { chooseAfter, chooseBefore, isMeant } from './choose-fault.js';
import { ExchangeContext, type ExchangePorts } from './exchange-context.js';
import { hold, ownTurn } from './hold.js';
import type { RunningExchange } from './running-exchange.js';

export interface Respondents {
  readonly clock: Clock;
  readonly upstream: Upstream;
  readonly ports: ExchangePorts;
}

/** A scenario threw: a bug of the scenario, which harms this exchange alone. */
export class ScenarioFailure extends Error {
  override readonly name = 'ScenarioFailure';
}

/**
 * The scenario is asked before the first `await`, so that its counts are raised in the order of arrival.
 * @throws ScenarioFailure where a hook throws, FaultError where it chose what cannot be sent
 */
export async function respond(
  exchange: RunningExchange,
  scenario: Scenario,
  { clock, upstream, ports }: Respondents,
  ahead: readonly Fault[] = [],
): Promise<Answer> {
  if (exchange.rpc.requestState !== null && isGone(exchange.session.end?.reason)) {
    return endedSessionAnswer(exchange);
  }
  judgeEchoes(exchange);
  const meant = guarded(() => isMeant(scenario, exchange));
  let chosen: FaultChoice | undefined;
  if (meant) {
    const choice = guarded(() => chooseBefore(scenario, exchange));
    chosen = choice instanceof Promise ? await guardedAsync(choice) : choice;
  }
  if (scenario.configureServer !== undefined) {
    exchange.plan = guarded(() => sessionPlan(exchange, scenario, upstream));
  }
  let faults = [...ahead, ...listOf(chosen)];
  if (hasDelay(faults)) await ownTurn();
  const context = new ExchangeContext(exchange, clock, upstream, ports);
  const performing = performFaults(faults, context);
  let performed = performing instanceof Promise ? await performing : performing;
  if (meant && scenario.onResponse !== undefined) {
    const { answer } = performed;
    const choice = guarded(() => chooseAfter(scenario, exchange, answer));
    const altering = listOf(choice instanceof Promise ? await guardedAsync(choice) : choice);
    if (altering.length > 0) {
      faults = [...ahead, ...altering];
      performed = await performFaults(altering, context.after(answer));
      const isReplaced = performed.answer.body !== answer.body;
      if (isReplaced && answer.body instanceof ReadableStream && !answer.body.locked) {
        void answer.body.cancel();
      }
    }
  }
  return heldBack(exchange, faults, performed, clock);
}

/**
 * Answers a request of which only the head has come, and of which nobody reads more: there is nothing that the healthy
 * server could say to it.
 * @throws ScenarioFailure where the hook threw, FaultError where it chose what cannot be sent
 */
export async function respondAhead(
  exchange: RunningExchange,
  { faults, thrown }: Pick<Ahead, 'faults' | 'thrown'>,
  { clock, upstream, ports }: Respondents,
): Promise<Answer> {
  if (faults.length === 0) throw toFailure(thrown);
  if (hasDelay(faults)) await ownTurn();
  const context = new ExchangeContext(exchange, clock, upstream, ports).after(NOTHING);
  return heldBack(exchange, faults, await performFaults(faults, context), clock);
}

const NOTHING: Answer = { status: 200, headers: [], body: null };

/** Others that arrived with such a request would wait for its answer to be prepared, and their delay begin late. */
function hasDelay(faults: readonly Fault[]): boolean {
  return faults.some(({ kind }) => kind === 'delay');
}

async function heldBack(
  exchange: RunningExchange,
  faults: readonly Fault[],
  { answer, holdMs, spared, untouched, undecided }: Performed,
  clock: Clock,
): Promise<Answer> {
  if (answer.carriage !== undefined && exchange.wire.connection === null) throw new NoSocketError();
  const performed = faults.filter((one) => one !== spared && !untouched.includes(one));
  const fault = joined(performed);
  if (fault !== undefined) exchange.injected(fault);
  if (fault === undefined && untouched.length > 0) exchange.untouched?.();
  if (undecided.length > 0) void decideAtEnd(exchange, performed, undecided);
  if (holdMs > 0) {
    const waited = clock.now() - exchange.arrival.at;
    await hold(clock, holdMs - waited, exchange.signal);
  }
  return answer;
}

/** The marks are out by then, and only the record can still say that a fault found nothing to change. */
async function decideAtEnd(
  exchange: RunningExchange,
  performed: readonly Fault[],
  undecided: readonly Undecided[],
): Promise<void> {
  const { record } = exchange;
  const recorded = record.fault;
  const untouched = new Set<Fault>();
  for (const { fault, isUntouched } of undecided) if (await isUntouched) untouched.add(fault);
  const isOther = record.fault !== recorded;
  if (untouched.size === 0 || isOther || exchange.isOver()) return;
  const fault = joined(performed.filter((one) => !untouched.has(one)));
  exchange.injected(fault);
  if (fault === undefined) exchange.untouched?.();
}

/** What comes back is compared with what was given before this request can be given anything. */
function judgeEchoes(exchange: RunningExchange): void {
  const { given } = exchange.session;
  if (given?.streams.isNamedBy(exchange.arrival.path) === true)
    exchange.record.isOldTransport = true;
  for (const finding of given?.judge(exchange.arrival) ?? []) exchange.found(finding);
}

function listOf(choice: FaultChoice | undefined): readonly Fault[] {
  if (choice === undefined) return [];
  return 'kind' in choice ? [choice] : inOrder(choice);
}

/** The catalogue of a session is configured once, when it is first needed. */
function sessionPlan(
  { session, snapshot }: RunningExchange,
  scenario: Scenario,
  upstream: Upstream,
): NonNullable<RunningExchange['plan']> {
  if (session.plan === undefined) {
    const plan = upstream.plan();
    scenario.configureServer?.(plan, snapshot.params);
    session.plan = plan;
  }
  return session.plan;
}

/** Ended by a hand or by the client itself, in contrast to being replaced by a newer session. */
function isGone(reason: EndReason | undefined): boolean {
  return reason === 'ended' || reason === 'deleted';
}

/** basic/patterns/mrtr: a `requestState` of a session that was ended by hand is refused. */
function endedSessionAnswer({ arrival }: RunningExchange): Answer {
  return performJsonRpcError(
    {
      kind: 'jsonrpc_error',
      code: -32602,
      message: 'Invalid or expired requestState',
      data: { reason: 'session_ended' },
      httpStatus: 200,
      as: 'json',
    },
    arrival,
  );
}

function guarded<T>(hook: () => T): T {
  try {
    return hook();
  } catch (error) {
    throw toFailure(error);
  }
}

async function guardedAsync<T>(hook: Promise<T>): Promise<T> {
  try {
    return await hook;
  } catch (error) {
    throw toFailure(error);
  }
}

/** A fault that cannot be made ready says by itself what is wrong with it. */
function toFailure(error: unknown): ScenarioFailure | FaultError {
  if (error instanceof FaultError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ScenarioFailure(message, { cause: error });
}
