/** What became of a rule in a session, and why it never struck if it did not. */
import type { On } from './targeting.js';

export interface RuleReport {
  /** `on` for the target of a scenario, else the id of a rule of its script. */
  readonly rule: string;
  /** Requests that the rule means. */
  readonly met: number;
  /** Requests that it struck. */
  readonly struck: number;
  /** Why it never struck; null if it did. */
  readonly note: string | null;
}

export interface RuleCount {
  readonly met: number;
  readonly struck: number;
}

/** @param unreached the states in which the rule holds, where the session never came to any of them */
export function reportRule(
  rule: string,
  on: On,
  { met, struck }: RuleCount,
  unreached: readonly string[] = [],
): RuleReport {
  return { rule, met, struck, note: struck > 0 ? null : noteOn(on, met, unreached) };
}

function noteOn(on: On, met: number, unreached: readonly string[]): string {
  if (unreached.length > 0) {
    return `armed, never reached: the session was never in the state ${unreached.join(' or ')}`;
  }
  const saw = met === 0 ? 'saw none' : `saw ${String(met)}`;
  const wanted = firstWanted(on);
  const what = subjectOf(on);
  if (wanted > met) {
    const which = wanted === 1 ? `a ${what}` : `the ${ordinal(wanted)} ${what}`;
    return `armed, never reached: waiting for ${which}, ${saw}`;
  }
  if (on.probability !== undefined) return `chance never struck (${saw} ${what})`;
  return `another rule came first each time (${saw} ${what})`;
}

/** The count of the first request that the rule could strike. */
function firstWanted({ nth, from = 1, every = 1 }: On): number {
  if (nth !== undefined) return Math.min(...[nth].flat());
  return from + every - 1;
}

/** Asked for at every change of a session. */
function subjectOf(on: On): string {
  let known = subjects.get(on);
  if (known === undefined) {
    known = subjectFrom(on);
    subjects.set(on, known);
  }
  return known;
}

const subjects = new WeakMap<On, string>();

function subjectFrom({ method, name, verb, kind, era, round }: On): string {
  const words = [method ?? verb ?? kind]
    .flat()
    .filter((value) => value !== undefined)
    .map((value) => `\`${value}\``);
  const subject = words.length === 0 ? 'request' : words.join(' or ');
  const names = [name ?? []].flat();
  return [
    subject,
    ...(names.length > 0 ? [`of ${names.join(' or ')}`] : []),
    ...(era === undefined ? [] : [`in the ${[era].flat().join(' or ')} era`]),
    ...(round === undefined ? [] : [`in round ${[round].flat().join(' or ')}`]),
  ].join(' ');
}

function ordinal(n: number): string {
  const tens = n % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${String(n)}${suffix}`;
}
