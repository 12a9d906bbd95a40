/** Finds names that stand twice in one JSON object: readers disagree on which value holds (RFC 8259, section 4). */
import {
  QUOTE,
  COMMA,
  OPEN_BRACE,
  CLOSE_BRACE,
  OPEN_BRACKET,
  CLOSE_BRACKET,
} from './characters.js';
import { skipString } from './tokens.js';

/** The first name that stands twice in one object at any depth; null where none does. Needs no recursion. */
export function findRepeatedName(text: string, json: unknown): string | null {
  return hasNoNameToSpare(text, json) ? null : scan(text);
}

/** True for most of what clients send: a colon follows each name, and there are as many as names were read. */
function hasNoNameToSpare(text: string, json: unknown): boolean {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) colons += 1;
  try {
    return colons === countNames(json);
  } catch {
    // Nested too deep to be counted.
    return false;
  }
}

function countNames(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 0;
  let count = Array.isArray(json) ? 0 : Object.keys(json).length;
  for (const value of Object.values(json)) {
    if (typeof value === 'object') count += countNames(value);
  }
  return count;
}

function scan(text: string): string | null {
  /** The names of each open object so far; null for an array. */
  const scopes: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let isNameNext = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      const end = skipString(text, position);
      if (isNameNext && names !== null) {
        const name: unknown = JSON.parse(text.slice(position, end));
        if (names.size === names.add(String(name)).size) return String(name);
      }
      isNameNext = false;
      position = end - 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      names = code === OPEN_BRACE ? new Set() : null;
      scopes.push(names);
      isNameNext = true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      scopes.pop();
      names = scopes.at(-1) ?? null;
    } else if (code === COMMA) {
      isNameNext = true;
    }
  }
  return null;
}
