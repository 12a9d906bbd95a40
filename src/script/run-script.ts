/** Runs a script: which rule a request meets, what it does, and the state it leads to. */
import { doSchema, type Rule, type Script } from './script-schema.js';
import type { Fault, FaultChoice } from '../faults/fault.js';
import { FaultError } from '../faults/fault-error.js';
import { kindOf } from '../faults/vocabulary.js';
import { chance } from '../scenario/chance.js';
import type { Exchange } from '../scenario/contract.js';
import { compileOn } from '../scenario/compile-on.js';
import { countKey, type RequestFacts, selectsMatch } from '../scenario/targeting.js';
import { fillTemplates, hasTemplates } from './templates.js';

/** What a session remembers of its script. */
export class ScriptMemory {
  state: string;
  /** How many times a state was entered, the first one included: counts of a state begin anew each time. */
  visit = 1;
  enteredAt: number;
  readonly visited = new Set<string>();
  readonly rules = new Map<string, RuleMemory>();

  constructor(state: string, at: number) {
    this.state = state;
    this.enteredAt = at;
    this.visited.add(state);
  }
}

export interface RuleMemory {
  /** Requests that the rule means, in all. */
  met: number;
  struck: number;
  /** Since its state was entered, by what is counted apart (`per`). */
  readonly counts: Map<string, { met: number; struck: number }>;
  visit: number;
}

interface CompiledRule {
  readonly id: string;
  readonly rule: Rule;
  readonly states: ReadonlySet<string> | null;
  /** Null for any; so are the next ones. */
  readonly methods: ReadonlySet<string> | null;
  readonly names: ReadonlySet<string> | null;
  readonly verbs: ReadonlySet<string> | null;
  /** Null where templates have to be filled in first. */
  readonly faults: readonly Fault[] | null;
  readonly means: (facts: RequestFacts) => boolean;
}

/** Most rules are for one method, name or verb, and need not be asked about others. */
interface CompiledScript {
  readonly rules: readonly CompiledRule[];
  /** Those that any rule names. */
  readonly methods: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  /** The rules that may mean a request. Filled as they are asked for: not every combination is worth a list. */
  readonly lists: Map<string, readonly CompiledRule[]>;
}

export const MEMORY = 'script';
const MAX_COUNTS = 10_000;
const MAX_LISTS = 100;
const headReaders = new WeakMap<Script, boolean>();
const compiled: Readonly<Record<Rule['at'], WeakMap<Script, CompiledScript>>> = {
  head: new WeakMap(),
  body: new WeakMap(),
};

/** Whether any rule is looked at before the body of a request is read. */
export function scriptReadsHead(script: Script): boolean {
  let reads = headReaders.get(script);
  if (reads === undefined) {
    reads = script.rules.some(({ at }) => at === 'head');
    headReaders.set(script, reads);
  }
  return reads;
}

/** The faults that the script has for this request. Counts, so it is called once an exchange, at arrival. */
export function runScript(
  exchange: Exchange,
  script: Script,
  at: Rule['at'] = 'body',
): FaultChoice | undefined {
  const memory = memoryOf(exchange, script);
  const now = exchange.arrival.at;
  moveOn(memory, script, now);
  const { state } = memory;
  let decided: { readonly rule: CompiledRule; readonly count: number } | undefined;
  let next: string | undefined;
  for (const rule of rulesFor(exchange.facts, script, at)) {
    if (rule.states !== null && !rule.states.has(state)) continue;
    const count = strike(
      exchange,
      rule,
      memory,
      decided !== undefined && rule.rule.do !== undefined,
    );
    if (count === null) continue;
    if (rule.rule.do !== undefined) decided = { rule, count };
    next ??= rule.rule.goto;
  }
  if (next !== undefined) enter(memory, next, now);
  return decided === undefined ? undefined : faultsOf(decided.rule, exchange, decided.count, state);
}

export function memoryOf(exchange: Exchange, { start }: Script): ScriptMemory {
  const known = exchange.memory.get(MEMORY);
  if (known instanceof ScriptMemory) return known;
  const memory = new ScriptMemory(start, exchange.snapshot.startedAt);
  exchange.memory.set(MEMORY, memory);
  return memory;
}

/** States that end by themselves have ended in the meantime, perhaps several of them. */
function moveOn(memory: ScriptMemory, { states }: Script, now: number): void {
  for (let steps = 0; steps < 1_000; steps += 1) {
    const state = Object.hasOwn(states, memory.state) ? states[memory.state] : undefined;
    if (state === undefined) return;
    const endsAt = memory.enteredAt + state.after;
    if (endsAt > now) return;
    enter(memory, state.goto, endsAt);
  }
}

function enter(memory: ScriptMemory, state: string, at: number): void {
  memory.state = state;
  memory.enteredAt = at;
  memory.visit += 1;
  memory.visited.add(state);
}

/** Which match of its rule this request is, where the rule strikes. Every rule counts by itself, whatever others do. */
function strike(
  exchange: Exchange,
  { id, rule, states, means }: CompiledRule,
  memory: ScriptMemory,
  isTaken: boolean,
): number | null {
  if (!means(exchange.facts)) return null;
  const known = ruleMemory(memory, id);
  if (states !== null && known.visit !== memory.visit) {
    known.counts.clear();
    known.visit = memory.visit;
  }
  const key = countKey(rule.on, exchange.facts);
  const count = known.counts.get(key) ?? { met: 0, struck: 0 };
  if (!known.counts.has(key)) {
    if (known.counts.size >= MAX_COUNTS) known.counts.clear();
    known.counts.set(key, count);
  }
  known.met += 1;
  count.met += 1;
  const random = (): number => {
    const luck = [id, states === null ? 0 : memory.visit, key].join('\n');
    return chance(exchange.snapshot.seed, luck, count.met);
  };
  if (!selectsMatch(rule.on, count.met, { random, timesSoFar: count.struck })) return null;
  if (isTaken) return null;
  count.struck += 1;
  known.struck += 1;
  return count.met;
}

function ruleMemory(memory: ScriptMemory, id: string): RuleMemory {
  let known = memory.rules.get(id);
  if (known === undefined) {
    known = { met: 0, struck: 0, counts: new Map(), visit: memory.visit };
    memory.rules.set(id, known);
  }
  return known;
}

/** In their order; the ones that may mean a request with this method, name and verb. */
function rulesFor(facts: RequestFacts, script: Script, at: Rule['at']): readonly CompiledRule[] {
  let known = compiled[at].get(script);
  if (known === undefined) {
    known = compile(script, at);
    compiled[at].set(script, known);
  }
  const method = knownOf(known.methods, facts.method);
  const name = knownOf(known.names, facts.name);
  const verb = knownOf(known.verbs, facts.verb);
  const key = `${verb ?? ''}\n${String(method?.length)}\n${method ?? ''}\n${name ?? ''}`;
  const found = known.lists.get(key);
  if (found !== undefined) return found;
  const fitting = known.rules.filter(
    (rule) => isFor(rule.methods, method) && isFor(rule.names, name) && isFor(rule.verbs, verb),
  );
  if (known.lists.size < MAX_LISTS) known.lists.set(key, fitting);
  return fitting;
}

function knownOf(known: ReadonlySet<string>, value: string | null): string | null {
  return value !== null && known.has(value) ? value : null;
}

function isFor(wanted: ReadonlySet<string> | null, value: string | null): boolean {
  return wanted === null || (value !== null && wanted.has(value));
}

function compile(script: Script, at: Rule['at']): CompiledScript {
  const rules = script.rules
    .map((rule, index): CompiledRule => ({
      id: ruleId(rule, index),
      rule,
      states: setOf(rule.in),
      methods: setOf(rule.on.method),
      names: setOf(rule.on.name),
      verbs: setOf(rule.on.verb),
      faults: hasTemplates(rule.do) ? null : toFaults(rule.do ?? {}),
      means: compileOn(rule.on),
    }))
    .filter(({ rule }) => rule.at === at);
  return {
    rules,
    methods: new Set(rules.flatMap(({ methods }) => [...(methods ?? [])])),
    names: new Set(rules.flatMap(({ names }) => [...(names ?? [])])),
    verbs: new Set(rules.flatMap(({ verbs }) => [...(verbs ?? [])])),
    lists: new Map(),
  };
}

function setOf(given: string | readonly string[] | undefined): ReadonlySet<string> | null {
  return given === undefined ? null : new Set([given].flat());
}

export function ruleId({ id }: Rule, index: number): string {
  return id ?? `rule-${String(index + 1)}`;
}

function faultsOf(
  rule: CompiledRule,
  exchange: Exchange,
  counter: number,
  state: string,
): readonly Fault[] {
  const chosen = rule.faults ?? toFaults(filled(rule, exchange, counter, state));
  return chosen.map((fault) => resolved(fault, exchange));
}

/** @throws FaultError where what was filled in cannot be sent, say a line break in a header */
function filled(
  { id, rule }: CompiledRule,
  exchange: Exchange,
  counter: number,
  state: string,
): object {
  const random = chance(exchange.snapshot.seed, `${id}\ntemplates\n${state}`, counter);
  const context = { exchange, counter, state, random };
  const checked = doSchema.safeParse(fillTemplates(rule.do, context));
  if (checked.success) return checked.data;
  // A field of text holds a placeholder whose value is something else.
  const asText = doSchema.safeParse(fillTemplates(rule.do, context, 'text'));
  if (asText.success) return asText.data;
  const [issue] = checked.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  throw new FaultError(
    `do.${path}: ${issue?.message ?? 'cannot be sent'} (after templates were filled in)`,
  );
}

function toFaults(faults: object): readonly Fault[] {
  return Object.entries(faults)
    .filter(([, fields]) => fields !== undefined)
    .map(([kind, fields]: [string, object]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the schema of its kind
      return { kind, ...fields } as Fault;
    });
}

function resolved(fault: Fault, exchange: Exchange): Fault {
  const kind = kindOf(fault.kind);
  if (kind?.resolve === undefined) return fault;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- found by its own kind
  return Object.assign({}, fault, kind.resolve(fault as never, exchange.arrival));
}
