/** JSON as text, for what `JSON.stringify` would write in another way: escapes, spaces, doubled names. */
import { z } from 'zod';

export function jsonText(): z.ZodString {
  return z.string().max(10_000_000).refine(isJson, { error: 'Must be JSON text, say "\\ud800"' });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An object from members that are JSON text already. Those that are undefined are left out. */
export function objectText(
  members: readonly (readonly [name: string, text: string | undefined])[],
): string {
  const parts = members.flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${parts.join(',')}}`;
}
