/** Reads and replaces raw tokens of JSON text, because re-serialising loses big integers, `1.0` and escapes. */
import {
  QUOTE,
  BACKSLASH,
  COMMA,
  COLON,
  OPEN_BRACE,
  CLOSE_BRACE,
  OPEN_BRACKET,
  CLOSE_BRACKET,
} from './characters.js';

/** A part of a text: `start` inclusive, `end` exclusive. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the value of a top-level member, the last one where the name is doubled, as `JSON.parse` does. Null where the
 * text is no object, lacks the member, or breaks off; other mistakes in the JSON are not looked for. Never throws, needs
 * no recursion, and takes time linear in the text.
 */
export function findMemberToken(text: string, member: string): TokenRange | null {
  let found: TokenRange | null = null;
  const isWhole = walkMembers(text, (name, value) => {
    if (namesMember(text, name, member)) found = value;
  });
  return isWhole ? found : null;
}

/** The members of a top-level object, in order, exactly as they stand in the text; null where it is none or breaks off. */
export function readMembers(
  text: string,
): readonly { readonly name: string; readonly token: string }[] | null {
  const members: { name: string; token: string }[] = [];
  const isWhole = walkMembers(text, (name, value) => {
    members.push({
      name: text.slice(name.start, name.end),
      token: text.slice(value.start, value.end),
    });
  });
  return isWhole ? members : null;
}

/** Whether the text is an object that does not break off; `visit` is told where names (with their quotes) and values are. */
function walkMembers(text: string, visit: (name: TokenRange, value: TokenRange) => void): boolean {
  let position = skipSpace(text, 0);
  if (text.charCodeAt(position) !== OPEN_BRACE) return false;
  position = skipSpace(text, position + 1);
  if (text.charCodeAt(position) === CLOSE_BRACE) return true;
  for (;;) {
    if (text.charCodeAt(position) !== QUOTE) return false;
    const name = { start: position, end: skipString(text, position) };
    const colon = skipSpace(text, name.end);
    if (text.charCodeAt(colon) !== COLON) return false;
    const start = skipSpace(text, colon + 1);
    const end = skipValue(text, start);
    if (end === start) return false;
    visit(name, { start, end });
    position = skipSpace(text, end);
    const next = text.charCodeAt(position);
    if (next === CLOSE_BRACE) return true;
    if (next !== COMMA) return false;
    position = skipSpace(text, position + 1);
  }
}

/** The elements of a top-level array exactly as they stand in the text; none where it is no array or breaks off. */
export function readElements(text: string): readonly string[] {
  const elements: string[] = [];
  let position = skipSpace(text, 0);
  if (text.charCodeAt(position) !== OPEN_BRACKET) return [];
  for (;;) {
    const start = skipSpace(text, position + 1);
    const end = skipValue(text, start);
    if (end === start) return [];
    elements.push(text.slice(start, end));
    position = skipSpace(text, end);
    const next = text.charCodeAt(position);
    if (next === CLOSE_BRACKET) return elements;
    if (next !== COMMA) return [];
  }
}

/** The value of a top-level member exactly as it stands in the text; null as in `findMemberToken`. */
export function readMemberToken(text: string, member: string): string | null {
  const found = findMemberToken(text, member);
  return found === null ? null : text.slice(found.start, found.end);
}

/** The text with the value of a top-level member replaced; unchanged where there is no such member. */
export function replaceMemberToken(text: string, member: string, token: string): string {
  const found = findMemberToken(text, member);
  return found === null ? text : text.slice(0, found.start) + token + text.slice(found.end);
}

function namesMember(text: string, { start, end }: TokenRange, member: string): boolean {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes('\\')) return raw === member;
  try {
    return JSON.parse(text.slice(start, end)) === member;
  } catch {
    return false;
  }
}

function skipSpace(text: string, from: number): number {
  let position = from;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return position;
    position += 1;
  }
}

/** `from` is at the opening quote; the end of the text where the string is never closed. */
export function skipString(text: string, from: number): number {
  let quote = from;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    if (quote === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return skipString(text, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(text, from);
  return skipLiteral(text, from);
}

function skipNested(text: string, from: number): number {
  let depth = 0;
  let position = from;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = skipString(text, position);
      continue;
    }
    position += 1;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return position;
    }
  }
  return position;
}

function skipLiteral(text: string, from: number): number {
  let position = from;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || code <= 0x20) break;
    position += 1;
  }
  return position;
}
