/** Makes of a script what can be run: once, and so that a request is compared with the few rules that may mean it. */
import type { Fault } from '../faults/fault.js';
import {
  all,
  type Check,
  LISTED,
  toCheck,
  unlistedChecks,
  type ValueCheck,
  valueChecks,
} from '../scenario/compile-on.js';
import { type CountFields, countFieldsOf } from '../scenario/fits-count.js';
import type { On, RequestFacts } from '../scenario/targeting.js';
import { luckNames } from './luck-names.js';
import { faultsFor, type RuleUse } from './rule-faults.js';
import { RuleList } from './rule-list.js';
import type { Rule, Script } from './script-schema.js';

export interface CompiledRule {
  /** Its place in the script. */
  readonly index: number;
  /** Tells its chance from that of other rules. */
  readonly luck: string;
  readonly on: On;
  /** Null for any. */
  readonly states: ReadonlySet<string> | null;
  /** The value by which its list finds it; null where the rule asks for none. */
  readonly gate: ValueCheck | null;
  /** What its list has not checked; null where that is nothing. */
  readonly check: Check | null;
  readonly count: CountFields;
  /** Null for a rule that only leads to its state. Throws a `FaultError` where what templates say cannot be sent. */
  readonly faults: ((use: RuleUse) => readonly Fault[]) | null;
  readonly goto: string | undefined;
}

type Listed = (typeof LISTED)[number];
/** Null for any. */
type WantedFields = Readonly<Record<Listed, ReadonlySet<string> | null>>;

const MAX_LISTS = 100;

export class CompiledScript {
  readonly #rules: readonly (readonly [WantedFields, CompiledRule])[];
  /** The values that any rule names, numbered from 1: all others come to the same. */
  readonly #named: readonly (readonly [Listed, ReadonlyMap<string, number>])[];
  /** Filled as they are asked for: not every combination is worth a list. */
  readonly #lists = new Map<number, RuleList>();

  constructor(script: Script, at: Rule['at']) {
    const luck = luckNames(script.rules);
    this.#rules = script.rules.flatMap((rule, index) =>
      rule.at === at
        ? [[wantedFields(rule.on), compileRule(rule, index, luck[index] ?? '')] as const]
        : [],
    );
    this.#named = LISTED.map((field) => {
      const values = new Set(this.#rules.flatMap(([fields]) => [...(fields[field] ?? [])]));
      return [field, new Map([...values].map((value, index) => [value, index + 1]))] as const;
    }).filter(([, numbers]) => numbers.size > 0);
  }

  /** The rules that may mean such a request, whatever its values are. */
  listFor(facts: RequestFacts): RuleList {
    let key = 0;
    for (const [field, numbers] of this.#named) {
      key = key * (numbers.size + 1) + (numbers.get(facts[field] ?? '') ?? 0);
    }
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = this.#makeList(facts);
      if (this.#lists.size < MAX_LISTS) this.#lists.set(key, list);
    }
    return list;
  }

  #makeList(facts: RequestFacts): RuleList {
    const fitting = this.#rules.filter(([fields]) =>
      LISTED.every((field) => isOneOf(fields[field], facts[field])),
    );
    return new RuleList(fitting.map(([, rule]) => rule));
  }
}

const compiled: Readonly<Record<Rule['at'], WeakMap<Script, CompiledScript>>> = {
  head: new WeakMap(),
  body: new WeakMap(),
};

export function compileScript(script: Script, at: Rule['at']): CompiledScript {
  let known = compiled[at].get(script);
  if (known === undefined) {
    known = new CompiledScript(script, at);
    compiled[at].set(script, known);
  }
  return known;
}

export function ruleId({ id }: Rule, index: number): string {
  return id ?? `rule-${String(index + 1)}`;
}

function compileRule(rule: Rule, index: number, luck: string): CompiledRule {
  const { on } = rule;
  const [gate = null, ...values] = valueChecks(on);
  const checks = [...unlistedChecks(on), ...values.map(toCheck)];
  return {
    index,
    luck,
    on,
    states: setOf(rule.in),
    gate,
    check: checks.length === 0 ? null : all(checks),
    count: countFieldsOf(on),
    faults: rule.do === undefined ? null : faultsFor(luck, rule.do),
    goto: rule.goto,
  };
}

function wantedFields({ method, name, verb, era, kind }: On): WantedFields {
  return {
    method: setOf(method),
    name: setOf(name),
    verb: setOf(verb),
    era: setOf(era),
    kind: setOf(kind),
  };
}

function setOf(given: string | readonly string[] | undefined): ReadonlySet<string> | null {
  return given === undefined ? null : new Set([given].flat());
}

function isOneOf(wanted: ReadonlySet<string> | null, value: string | null): boolean {
  return wanted === null || (value !== null && wanted.has(value));
}
