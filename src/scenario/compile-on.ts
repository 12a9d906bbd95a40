/** Turns an `on` into the checks that it needs, once: most of its fields are left out, and scripts have many of them. */
import { toMilliseconds } from '../units.js';
import { type Match, matches, memberFinder } from './match-value.js';
import type { On, RequestFacts } from './targeting.js';

export type Check = (facts: RequestFacts) => boolean;

/** A value that a request may have, and what it must be. */
export interface ValueCheck {
  /** The same for checks that ask for the same value. */
  readonly source: string;
  readonly find: (facts: RequestFacts) => unknown;
  readonly match: Match;
}

/** The fields whose values tell most requests apart; many rules can be chosen from by them at once. */
export const LISTED = ['method', 'name', 'verb', 'era', 'kind'] as const;

const compiled = new WeakMap<On, Check>();

/** Whether a request is one of those that `on` means, whichever of them it hits; see `meansRequest`. */
export function compileOn(on: On): Check {
  const known = compiled.get(on);
  if (known !== undefined) return known;
  const checks: Check[] = [];
  for (const field of LISTED) addOneOf(checks, on[field], (facts) => facts[field]);
  checks.push(...unlistedChecks(on));
  checks.push(...valueChecks(on).map(toCheck));
  const check = all(checks);
  compiled.set(on, check);
  return check;
}

/** What is left to check but for the values, where the fields in `LISTED` are right. */
export function unlistedChecks(on: On): readonly Check[] {
  const { after } = on;
  const checks: Check[] = [];
  addOneOf(checks, on.round, (facts) => facts.round);
  addOneOf(checks, on.page, (facts) => facts.page);
  addOneOf(checks, on.connection, (facts) => facts.connection);
  if (after !== undefined) {
    const ms = toMilliseconds(after);
    checks.push((facts) => facts.sinceStartMs >= ms);
  }
  return checks;
}

export function valueChecks({ header, argument, meta }: On): readonly ValueCheck[] {
  return [
    ...Object.entries(header ?? {}).map(([name, match]) => {
      const wanted = name.toLowerCase();
      const find = (facts: RequestFacts): unknown => headerOf(facts, wanted);
      return { source: `header ${wanted}`, find, match };
    }),
    ...Object.entries(argument ?? {}).map(([name, match]) => {
      const member = memberFinder(name);
      const find = (facts: RequestFacts): unknown => member(facts.params?.['arguments']);
      return { source: `argument ${name}`, find, match };
    }),
    ...Object.entries(meta ?? {}).map(([key, match]) => {
      const member = memberFinder(key);
      const find = (facts: RequestFacts): unknown => member(facts.meta);
      return { source: `meta ${key}`, find, match };
    }),
  ];
}

export function toCheck({ find, match }: ValueCheck): Check {
  return (facts) => matches(match, find(facts));
}

export function all(checks: readonly Check[]): Check {
  return (facts) => {
    for (const check of checks) if (!check(facts)) return false;
    return true;
  };
}

function addOneOf<T>(
  checks: Check[],
  wanted: T | readonly T[] | undefined,
  valueOf: (facts: RequestFacts) => T | null,
): void {
  if (wanted === undefined) return;
  if (!Array.isArray(wanted)) {
    checks.push((facts) => valueOf(facts) === wanted);
    return;
  }
  const any: ReadonlySet<unknown> = new Set<unknown>(wanted);
  checks.push((facts) => any.has(valueOf(facts)));
}

/** @param wanted in lower case */
export function headerOf({ headers }: RequestFacts, wanted: string): string | undefined {
  for (const [name, value] of headers) {
    if (name.length === wanted.length && name.toLowerCase() === wanted) return value;
  }
  return undefined;
}
