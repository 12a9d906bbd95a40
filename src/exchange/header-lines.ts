/** Finds header lines by name; each exchange does so dozens of times. */

import type { HeaderLines } from './message.js';

/**
 * A header's value, lines of the same name joined as HTTP joins them; null if absent.
 * @param name in lower case
 */
export function headerOf(headers: HeaderLines, name: string): string | null {
  let value: string | null = null;
  for (const [candidate, line] of headers) {
    if (!isNamed(candidate, name)) continue;
    value = value === null ? line : `${value}, ${line}`;
  }
  return value;
}

/** @param name in lower case */
export function isNamed(candidate: string, name: string): boolean {
  return candidate.length === name.length && candidate.toLowerCase() === name;
}
