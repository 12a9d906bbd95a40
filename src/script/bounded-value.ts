/** Finds what nobody could walk through: values that hold themselves, and ones nested too deeply for the stack. */

/** Far more than any scenario needs. */
export const MAX_LEVELS = 200;

export interface Unbounded {
  readonly path: readonly string[];
  readonly reason: string;
}

export const TOO_DEEP = `it is nested more than ${String(MAX_LEVELS)} levels deep`;

/** Null for a value that is all right. */
export function findUnbounded(
  value: unknown,
  path: readonly string[] = [],
  around: readonly object[] = [],
): Unbounded | null {
  if (typeof value !== 'object' || value === null) return null;
  if (around.includes(value)) return { path, reason: 'an alias stands inside what it stands for' };
  if (around.length === MAX_LEVELS) return { path, reason: TOO_DEEP };
  const inner = [...around, value];
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object') continue;
    const found = findUnbounded(member, [...path, key], inner);
    if (found !== null) return found;
  }
  return null;
}
