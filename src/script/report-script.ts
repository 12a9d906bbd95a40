/** What became of each rule of a script in a session. */
import { reportRule, type RuleReport } from '../scenario/rule-report.js';
import { MEMORY, ruleId, ScriptMemory } from './run-script.js';
import type { Script } from './script-schema.js';

export function reportScript(
  memory: ReadonlyMap<string, unknown>,
  script: Script,
): readonly RuleReport[] {
  const known = memory.get(MEMORY);
  const seen = known instanceof ScriptMemory ? known : new ScriptMemory(script.start, 0);
  return script.rules.map((rule, index) => {
    const id = ruleId(rule, index);
    const states = [rule.in ?? []].flat();
    const isUnreached = states.length > 0 && !states.some((state) => seen.visited.has(state));
    const count = seen.rules.get(id) ?? { met: 0, struck: 0 };
    return reportRule(id, rule.on, count, isUnreached ? states : []);
  });
}
