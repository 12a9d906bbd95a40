/** Finds line breaks that templates brought in: what a client says must not become a line of its own. */

const BREAK = /[\r\n]/g;

/** Where a text has more line breaks than its template; null where none has. */
export function brokenLine(template: unknown, filled: unknown): readonly string[] | null {
  if (typeof template === 'string') {
    return breaksIn(filled) > breaksIn(template) ? [] : null;
  }
  if (typeof template !== 'object' || template === null) return null;
  if (typeof filled !== 'object' || filled === null) return null;
  for (const [key, member] of Object.entries(template)) {
    const path = brokenLine(member, Reflect.get(filled, key));
    if (path !== null) return [key, ...path];
  }
  return null;
}

/** In a placeholder that became a list or an object, too. */
function breaksIn(value: unknown): number {
  if (typeof value === 'string') return value.match(BREAK)?.length ?? 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + breaksIn(member), 0);
}
