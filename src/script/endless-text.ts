/** Pairs of faults that cannot meet: an answer that never ends, and a change that needs all of it. */
import type { Rule } from './script-schema.js';

type Do = NonNullable<Rule['do']>;

/** The kind that says something without end; null where none does. */
export function endlessAnswer({ body, events }: Do): 'body' | 'events' | null {
  if ([body?.repeat ?? []].flat().some(isEndless)) return 'body';
  if (events === undefined) return null;
  const goesOn = events.items.some((item) =>
    'repeat' in item
      ? item.repeat === 'endless' || item.items.some(isEndlessItem)
      : isEndlessItem(item),
  );
  return goesOn || events.end === 'open' ? 'events' : null;
}

interface Length {
  readonly bytes?: number | 'endless' | undefined;
  readonly times?: number | 'endless' | undefined;
}

function isEndless({ bytes, times }: Length): boolean {
  return bytes === 'endless' || times === 'endless';
}

function isEndlessItem(item: object & { readonly long?: Length }): boolean {
  return item.long !== undefined && isEndless(item.long);
}
