/** What became of a rule in a session, and why it never struck or changed nothing. */
import { ordinal, wordsOf } from './on-words.js';
import type { On } from './targeting.js';

export interface RuleReport {
  /** `on` for the target of a scenario, else the id of a rule of its script. */
  readonly rule: string;
  /** Requests that the rule means. */
  readonly met: number;
  /** Requests that it struck. */
  readonly struck: number;
  /** Why it never struck, or that it found nothing to change; null if it did what it says. */
  readonly note: string | null;
}

export interface RuleCount {
  readonly met: number;
  readonly struck: number;
  /** The highest count that one of them had, where not all are counted together (`per`, states). */
  readonly highest?: number;
  /** Requests that fitted in method, name, verb, era and kind, whatever else was asked for; left out where unknown. */
  readonly near?: number;
  /** How many of those it struck had nothing that it could change. */
  readonly untouched?: number;
}

/** @param unreached the states in which the rule holds, where the session never came to any of them */
export function reportRule(
  rule: string,
  on: On,
  count: RuleCount,
  unreached: readonly string[] = [],
): RuleReport {
  const { met, struck, untouched = 0 } = count;
  const note = struck > 0 ? noteOnStruck(struck, untouched) : noteOn(on, count, unreached);
  return { rule, met, struck, note };
}

function noteOnStruck(struck: number, untouched: number): string | null {
  if (untouched === 0) return null;
  const which = untouched === struck ? '' : ` in ${String(untouched)} of ${String(struck)} answers`;
  return `struck, and found nothing to change${which}`;
}

function noteOn(on: On, count: RuleCount, unreached: readonly string[]): string {
  if (unreached.length > 0) {
    return `armed, never reached: the session was never in the state ${unreached.join(' or ')}`;
  }
  const { met, highest = met } = count;
  const wanted = firstWanted(on);
  if (wanted > highest) {
    const what = subjectOf(on);
    const which = wanted === 1 ? `a ${what}` : `the ${ordinal(wanted)} ${what}`;
    return `armed, never reached: waiting for ${which}, ${sawOf(on, count)}`;
  }
  const saw = `saw ${String(met)} ${subjectOf(on, met)}`;
  if (on.probability !== undefined) return `chance never struck (${saw})`;
  return `another rule came first each time (${saw})`;
}

function sawOf(on: On, { met, highest = met, near }: RuleCount): string {
  if (highest < met)
    return `saw ${String(met)}, never more than ${String(highest)} counted together`;
  if (met > 0) return `saw ${String(met)}`;
  if (wordsOf(on).unlisted === '') return 'saw none';
  if (near === undefined) return 'and no request fitted all of it';
  const { listed, listedMany } = wordsOf(on);
  if (near === 0) return `saw no ${listed}`;
  return `saw ${String(near)} ${near === 1 ? listed : listedMany}, none that fits`;
}

/** The count of the first request that the rule could strike. */
function firstWanted({ nth, from = 1, every = 1 }: On): number {
  if (nth !== undefined) return Math.min(...[nth].flat());
  return from + every - 1;
}

function subjectOf(on: On, count = 1): string {
  const { listed, listedMany, unlisted } = wordsOf(on);
  const what = count === 1 ? listed : listedMany;
  return unlisted === '' ? what : `${what} ${unlisted}`;
}
