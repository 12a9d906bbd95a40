/** Tells which lists of two catalogues differ. */
import type { ServerPlan } from './plan.js';

export type ChangedList = 'tools' | 'prompts' | 'resources';

export function changedLists(before: ServerPlan, after: ServerPlan): readonly ChangedList[] {
  const lists = ['tools', 'prompts', 'resources'] as const;
  return lists.filter((list) => !isSame([...before[list]], [...after[list]]));
}

/** Entries are data made once: an entry that a scenario changed is another object. */
function isSame(
  before: readonly (readonly [string, object])[],
  after: readonly (readonly [string, object])[],
): boolean {
  return (
    before.length === after.length &&
    before.every(([key, entry], index) => after[index]?.[0] === key && after[index]?.[1] === entry)
  );
}
