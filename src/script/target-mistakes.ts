/** Rules of a file that mean methods and names which the healthy server does not have: legal, and most often misspelt. */
import { hintsFor } from '../scenario/target-hints.js';
import type { ServerPlan } from '../upstream/plan.js';
import type { Mistake } from './explain-issue.js';

/** @param rules as they stand in the file, which is right otherwise */
export function targetMistakes(
  rules: readonly unknown[],
  catalogue: ServerPlan,
): readonly Mistake[] {
  const added = new Set(rules.flatMap((rule) => namesAddedBy(rule)));
  return rules.flatMap((rule, index) => {
    const on = memberOf(rule, 'on');
    const method = wordsIn(memberOf(on, 'method'));
    const name = wordsIn(memberOf(on, 'name'))?.filter((word) => !added.has(word));
    const meant = {
      ...(method !== undefined && { method }),
      ...(name !== undefined && name.length > 0 && { name }),
    };
    return hintsFor(meant, catalogue).map(({ field, text }) => ({
      path: ['rules', index, 'on', field],
      reason: text,
    }));
  });
}

/** Undefined for none, and where a param fills them in. */
function wordsIn(value: unknown): readonly string[] | undefined {
  const words = [value ?? []].flat().filter((word) => typeof word === 'string');
  return words.length === 0 || words.some((word) => word.includes('{{')) ? undefined : words;
}

/** A rule may show tools that the healthy server does not have, and others break what comes of their calls. */
function namesAddedBy(rule: unknown): readonly string[] {
  const shown = memberOf(memberOf(memberOf(rule, 'do'), 'catalogue'), 'add');
  const renamed = memberOf(memberOf(memberOf(rule, 'do'), 'catalogue'), 'change');
  const entries = [shown ?? [], renamed ?? []].flat();
  return entries
    .flatMap((entry) => [
      ...['name', 'uri', 'uriTemplate'].map((key) => memberOf(entry, key)),
      ...['/name', '/uri', '/uriTemplate'].map((key) => memberOf(memberOf(entry, 'set'), key)),
    ])
    .filter((name) => typeof name === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
