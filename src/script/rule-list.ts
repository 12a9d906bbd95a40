/**
 * Rules that are alike in the fields of `on` that have few values. Many of them ask for one value of a request, a
 * header say: it is looked up once, and leads to those for which it is right.
 */
import { type Match, matches } from '../scenario/match-value.js';
import type { RequestFacts } from '../scenario/targeting.js';
import type { CompiledRule } from './compile-script.js';

interface Gate {
  readonly find: (facts: RequestFacts) => unknown;
  /** Rules that want just this value. */
  readonly equal: Map<unknown, CompiledRule[]>;
  readonly others: { readonly match: Match; readonly rule: CompiledRule }[];
}

export class RuleList {
  readonly #always: readonly CompiledRule[];
  readonly #gates: readonly Gate[];

  constructor(readonly rules: readonly CompiledRule[]) {
    const gates = new Map<string, Gate>();
    for (const rule of rules) {
      if (rule.gate === null) continue;
      const { source, find, match } = rule.gate;
      const gate: Gate = gates.get(source) ?? { find, equal: new Map(), others: [] };
      gates.set(source, gate);
      if (typeof match === 'object' && match !== null) gate.others.push({ match, rule });
      else gate.equal.set(match, [...(gate.equal.get(match) ?? []), rule]);
    }
    this.#always = rules.filter(({ gate }) => gate === null);
    this.#gates = [...gates.values()];
  }

  /** In their order; the ones whose gate lets the request through. */
  rulesFor(facts: RequestFacts): readonly CompiledRule[] {
    let more: CompiledRule[] | undefined;
    for (const { find, equal, others } of this.#gates) {
      const value = find(facts);
      for (const rule of equal.get(value) ?? NONE) (more ??= []).push(rule);
      for (const { match, rule } of others) if (matches(match, value)) (more ??= []).push(rule);
    }
    if (more === undefined) return this.#always;
    return [...this.#always, ...more].toSorted((one, other) => one.index - other.index);
  }
}

const NONE: readonly CompiledRule[] = [];
