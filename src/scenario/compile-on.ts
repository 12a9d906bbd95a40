/** Turns an `on` into the checks that it needs, once: most of its fields are left out, and scripts have many of them. */
import { toMilliseconds } from '../units.js';
import { type Match, matches, memberFinder } from './match-value.js';
import type { On, RequestFacts } from './targeting.js';

type Check = (facts: RequestFacts) => boolean;

const compiled = new WeakMap<On, Check>();

/** Whether a request is one of those that `on` means, whichever of them it hits; see `meansRequest`. */
export function compileOn(on: On): Check {
  const known = compiled.get(on);
  if (known !== undefined) return known;
  const checks = checksOf(on);
  const check: Check = (facts) => {
    for (const one of checks) if (!one(facts)) return false;
    return true;
  };
  compiled.set(on, check);
  return check;
}

/** The cheap ones first. */
function checksOf(on: On): readonly Check[] {
  const { after, header, argument, meta } = on;
  const checks: Check[] = [];
  addOneOf(checks, on.method, (facts) => facts.method);
  addOneOf(checks, on.name, (facts) => facts.name);
  addOneOf(checks, on.verb, (facts) => facts.verb);
  addOneOf(checks, on.era, (facts) => facts.era);
  addOneOf(checks, on.kind, (facts) => facts.kind);
  addOneOf(checks, on.round, (facts) => facts.round);
  addOneOf(checks, on.page, (facts) => facts.page);
  addOneOf(checks, on.connection, (facts) => facts.connection);
  if (after !== undefined) {
    const ms = toMilliseconds(after);
    checks.push((facts) => facts.sinceStartMs >= ms);
  }
  addMatches(checks, header, (name) => {
    const wanted = name.toLowerCase();
    return (facts) => headerOf(facts, wanted);
  });
  addMatches(checks, argument, (name) => {
    const find = memberFinder(name);
    return (facts) => find(facts.params?.['arguments']);
  });
  addMatches(checks, meta, (key) => {
    const find = memberFinder(key);
    return (facts) => find(facts.meta);
  });
  return checks;
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
  const all: ReadonlySet<unknown> = new Set<unknown>(wanted);
  checks.push((facts) => all.has(valueOf(facts)));
}

function addMatches(
  checks: Check[],
  wanted: Readonly<Record<string, Match>> | undefined,
  finder: (name: string) => (facts: RequestFacts) => unknown,
): void {
  for (const [name, match] of Object.entries(wanted ?? {})) {
    const find = finder(name);
    checks.push((facts) => matches(match, find(facts)));
  }
}

/** @param wanted in lower case */
export function headerOf({ headers }: RequestFacts, wanted: string): string | undefined {
  for (const [name, value] of headers) {
    if (name.length === wanted.length && name.toLowerCase() === wanted) return value;
  }
  return undefined;
}
