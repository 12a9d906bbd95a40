/** What became of each rule of a script in a session. */
import { reportRule, type RuleReport } from '../scenario/rule-report.js';
import { ruleId } from './compile-script.js';
import { knownMemory, ScriptMemory } from './script-memory.js';
import type { Script } from './script-schema.js';

export function reportScript(
  memory: ReadonlyMap<string, unknown>,
  script: Script,
): readonly RuleReport[] {
  const seen = knownMemory(memory) ?? new ScriptMemory(script.start, 0);
  let near: ReturnType<ScriptMemory['near']> | undefined;
  return script.rules.map((rule, index) => {
    const states = [rule.in ?? []].flat();
    const isUnreached = states.length > 0 && !states.some((state) => seen.visited.has(state));
    const id = ruleId(rule, index);
    const count = seen.rules[index];
    if (count !== undefined) return reportRule(id, rule.on, count);
    if (isUnreached) return reportRule(id, rule.on, NOTHING, states);
    if (near === undefined) near = seen.near();
    return reportRule(
      id,
      rule.on,
      near === null ? NOTHING : { ...NOTHING, near: near[index] ?? 0 },
    );
  });
}

const NOTHING = { met: 0, struck: 0 };
