/**
 * What tells the chance of a rule from that of the others: its id, or what itself says. A place in the script would
 * not do: a rule that is put in or taken out would change the luck of all behind it.
 */
import { hashJson } from '../upstream/call-hash.js';
import type { Rule } from './script-schema.js';

/** By the place of the rule. Rules without id that say the same are told apart by their order. */
export function luckNames(rules: readonly Rule[]): readonly string[] {
  const counts = new Map<string, number>();
  return rules.map((rule) => {
    if (rule.id !== undefined) return rule.id;
    const text = hashJson(sayingOf(rule));
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    // No id has a colon.
    return `on:${text}:${String(count)}`;
  });
}

/** Of the faults their kinds alone: another status or text fails the same requests. */
function sayingOf({ in: states, at, on, do: doing = {} }: Rule): object {
  const kinds = Object.entries(doing)
    .filter(([, fields]) => fields !== undefined)
    .map(([kind]) => kind);
  return { in: states, at, on, kinds: kinds.toSorted() };
}
