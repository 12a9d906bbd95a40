/** Asks the scenario for a fault, for the requests that its `on` means. */
import type { FaultChoice } from '../faults/fault.js';
import { chance } from '../scenario/chance.js';
import type { Scenario } from '../scenario/contract.js';
import { targetOf } from '../scenario/define-scenario.js';
import { countKey, meansRequest, selectsMatch } from '../scenario/targeting.js';
import type { Answer } from './answer.js';
import type { RunningExchange } from './running-exchange.js';

const RULE = 'on';

/**
 * Whether the scenario's hooks run for this request. Counts, so it is called once an exchange, at arrival: chance and
 * `nth` depend on the order of arrival alone.
 */
export function isMeant(scenario: Scenario, exchange: RunningExchange): boolean {
  const { snapshot, session } = exchange;
  const on = targetOf(scenario, snapshot.params);
  if (on === undefined) return true;
  if (!meansRequest(on, exchange.facts)) return false;
  const rule = on.per === undefined ? RULE : `${RULE} ${countKey(on, exchange.facts)}`;
  let count = session.matches.get(rule);
  if (count === undefined) {
    count = { met: 0, struck: 0 };
    session.matches.set(rule, count);
  }
  count.met += 1;
  exchange.match = count.met;
  const { met, struck } = count;
  const random = (): number => chance(snapshot.seed, rule, met);
  if (!selectsMatch(on, met, { random, timesSoFar: struck })) return false;
  count.struck += 1;
  return true;
}

export function chooseBefore(
  scenario: Scenario,
  exchange: RunningExchange,
): FaultChoice | undefined | Promise<FaultChoice | undefined> {
  return scenario.onRequest?.(exchange, exchange.snapshot.params);
}

export function chooseAfter(
  scenario: Scenario,
  exchange: RunningExchange,
  answer: Answer,
): FaultChoice | undefined | Promise<FaultChoice | undefined> {
  return scenario.onResponse?.(exchange, answer, exchange.snapshot.params);
}
