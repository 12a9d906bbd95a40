/** Asks the scenario for a fault, for the requests that its `on` means. */
import type { Fault } from '../faults/fault.js';
import { chance } from '../scenario/chance.js';
import type { Scenario } from '../scenario/contract.js';
import { targetOf } from '../scenario/define-scenario.js';
import { meansRequest, roundOf, selectsMatch } from '../scenario/targeting.js';
import type { Answer } from './answer.js';
import type { RunningExchange } from './running-exchange.js';

const RULE = 'on';

/**
 * Whether the scenario's hooks run for this request. Counts, so it is called once an exchange, at arrival: chance and
 * `nth` depend on the order of arrival alone.
 */
export function isMeant(scenario: Scenario, exchange: RunningExchange): boolean {
  const { snapshot, session, rpc, verb, era, arrival } = exchange;
  const on = targetOf(scenario, snapshot.params);
  if (on === undefined) return true;
  const facts = {
    verb,
    method: rpc.method,
    name: rpc.name,
    era,
    round: roundOf(rpc),
    sinceStartMs: arrival.at - snapshot.startedAt,
  };
  if (!meansRequest(on, facts)) return false;
  let count = session.matches.get(RULE);
  if (count === undefined) {
    count = { met: 0, struck: 0 };
    session.matches.set(RULE, count);
  }
  count.met += 1;
  exchange.match = count.met;
  const { met, struck } = count;
  const random = (): number => chance(snapshot.seed, RULE, met);
  if (!selectsMatch(on, met, { random, timesSoFar: struck })) return false;
  count.struck += 1;
  return true;
}

export function chooseBefore(
  scenario: Scenario,
  exchange: RunningExchange,
): Fault | undefined | Promise<Fault | undefined> {
  return scenario.onRequest?.(exchange, exchange.snapshot.params);
}

export function chooseAfter(
  scenario: Scenario,
  exchange: RunningExchange,
  answer: Answer,
): Fault | undefined | Promise<Fault | undefined> {
  return scenario.onResponse?.(exchange, answer, exchange.snapshot.params);
}
