/** Runs a script: which rule a request meets, what it does, and the state it leads to. */
import type { FaultChoice } from '../faults/fault.js';
import { chance } from '../scenario/chance.js';
import type { Exchange } from '../scenario/contract.js';
import { fitsCount } from '../scenario/fits-count.js';
import { countKey, type RequestFacts } from '../scenario/targeting.js';
import { type CompiledRule, compileScript } from './compile-script.js';
import { memoryOf, RuleMemory, type ScriptMemory } from './script-memory.js';
import type { Rule, Script } from './script-schema.js';

const headReaders = new WeakMap<Script, boolean>();

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
  const { facts, snapshot } = exchange;
  let deciding: CompiledRule | undefined;
  let counter = 0;
  let next: string | undefined;
  const list = compileScript(script, at).listFor(facts);
  memory.saw(list);
  for (const rule of list.rulesFor(facts)) {
    if (rule.states !== null && !rule.states.has(state)) continue;
    if (rule.check !== null && !rule.check(facts)) continue;
    const isTaken = deciding !== undefined && rule.faults !== null;
    const count = strike(rule, memory, facts, snapshot.seed, isTaken);
    if (count === null) continue;
    if (rule.faults !== null) {
      deciding = rule;
      counter = count;
    }
    next ??= rule.goto;
  }
  if (next !== undefined) memory.enter(next, now);
  const known = deciding === undefined ? undefined : memory.rules[deciding.index];
  if (known !== undefined) {
    exchange.whenUntouched?.(() => {
      known.untouched += 1;
    });
  }
  return deciding?.faults?.({ exchange, counter, state });
}

/** States that end by themselves have ended in the meantime, perhaps several of them. */
function moveOn(memory: ScriptMemory, { states }: Script, now: number): void {
  for (let steps = 0; steps < 1_000; steps += 1) {
    const state = Object.hasOwn(states, memory.state) ? states[memory.state] : undefined;
    if (state?.after === undefined || state.goto === undefined) return;
    const endsAt = memory.enteredAt + state.after;
    if (endsAt > now) return;
    memory.enter(state.goto, endsAt);
  }
}

/** Which match of its rule this request is, where the rule strikes. Every rule counts by itself, whatever others do. */
function strike(
  rule: CompiledRule,
  memory: ScriptMemory,
  facts: RequestFacts,
  seed: number,
  isTaken: boolean,
): number | null {
  const known = (memory.rules[rule.index] ??= new RuleMemory(memory.visit));
  if (rule.states !== null && known.visit !== memory.visit) known.beginAnew(memory.visit);
  const key = rule.on.per === undefined ? undefined : countKey(rule.on, facts);
  const count = known.countOf(key);
  known.met += 1;
  count.met += 1;
  if (count.met > known.highest) known.highest = count.met;
  if (isTaken || !fitsCount(rule.count, count.met, count.struck)) return null;
  const { probability } = rule.count;
  if (probability !== null) {
    const visit = rule.states === null ? 0 : memory.visit;
    if (chance(seed, [rule.luck, visit, key ?? ''].join('\n'), count.met) >= probability)
      return null;
  }
  count.struck += 1;
  known.struck += 1;
  return count.met;
}
