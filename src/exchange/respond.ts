/** Decides the answer to an exchange: choose, serve, alter, perform. */
import type { Clock } from '../clock.js';
import { performJsonRpcError } from '../faults/jsonrpc-error.js';
import { performFault } from '../faults/perform-fault.js';
import type { Fault } from '../faults/fault.js';
import type { Scenario } from '../scenario/contract.js';
import type { EndReason } from '../sessions/session.js';
import type { Upstream } from '../upstream/upstream.js';
import type { Answer } from './answer.js';
import { chooseAfter, chooseBefore, isMeant } from './choose-fault.js';
import { hold, ownTurn } from './hold.js';
import type { RunningExchange } from './running-exchange.js';

export interface Respondents {
  readonly clock: Clock;
  readonly upstream: Upstream;
}

/** A scenario threw: a bug of the scenario, which harms this exchange alone. */
export class ScenarioFailure extends Error {
  override readonly name = 'ScenarioFailure';
}

/**
 * The scenario is asked before the first `await`, so that its counts are raised in the order of arrival.
 * @throws ScenarioFailure where a hook throws
 */
export async function respond(
  exchange: RunningExchange,
  scenario: Scenario,
  { clock, upstream }: Respondents,
): Promise<Answer> {
  if (exchange.rpc.requestState !== null && isGone(exchange.session.end?.reason)) {
    return endedSessionAnswer(exchange);
  }
  const meant = guarded(() => isMeant(scenario, exchange));
  let fault: Fault | undefined;
  if (meant) {
    const chosen = guarded(() => chooseBefore(scenario, exchange));
    fault = chosen instanceof Promise ? await guardedAsync(chosen) : chosen;
  }
  if (scenario.configureServer !== undefined) {
    exchange.plan = guarded(() => sessionPlan(exchange, scenario, upstream));
  }
  // Others that arrived with this one would wait for its answer to be prepared, and their delay begin late.
  if (fault?.kind === 'delay') await ownTurn();
  const performed = perform(exchange, fault, upstream);
  let answer = performed instanceof Promise ? await performed : performed;
  if (meant && scenario.onResponse !== undefined) {
    const healthy = answer;
    const chosen = guarded(() => chooseAfter(scenario, exchange, healthy));
    const altering = chosen instanceof Promise ? await guardedAsync(chosen) : chosen;
    if (altering !== undefined) {
      fault = altering;
      const altered = performFault(altering, { arrival: exchange.arrival });
      if (altered !== 'healthy') {
        if (healthy.body instanceof ReadableStream) void healthy.body.cancel();
        answer = altered;
      }
    }
  }
  if (fault !== undefined) {
    exchange.injected(fault);
    if (fault.kind === 'delay') {
      const waited = clock.now() - exchange.arrival.at;
      await hold(clock, fault.delayMs - waited, exchange.signal);
    }
  }
  return answer;
}

function perform(
  exchange: RunningExchange,
  fault: Fault | undefined,
  upstream: Upstream,
): Answer | Promise<Answer> {
  if (fault !== undefined) {
    const performed = performFault(fault, { arrival: exchange.arrival });
    if (performed !== 'healthy') return performed;
  }
  return upstream.serve(exchange);
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

function toFailure(error: unknown): ScenarioFailure {
  const message = error instanceof Error ? error.message : String(error);
  return new ScenarioFailure(message, { cause: error });
}
