/**
 * Replaces the values of secret members in JSON text without re-serialising it. It reads quotes, not grammar: so it works
 * on whole and cut JSON, on event streams, and on JSON that stands as a string inside JSON, whose quotes carry backslashes.
 */
import { RangeReplacer } from './replace-ranges.js';
import { isSchemaText } from './schema-text.js';
import { isSecretName, MAX_NAME_LENGTH } from './secret-names.js';

interface Value {
  readonly start: number;
  readonly end: number;
  /** True for the inside of a string; false for another token, which is replaced by a string. */
  readonly quoted: boolean;
}

/**
 * @param mark gives the replacement for a decoded value, or for the text of an object or array; it must need no escaping
 *   in JSON
 */
export function redactMembers(
  text: string,
  mark: (value: string, isNested: boolean) => string,
): string {
  const replacer = new RangeReplacer(text);
  let open = -1;
  let openDepth = 0;
  let quote = text.indexOf('"');
  while (quote !== -1) {
    const depth = backslashesBefore(text, quote, 0);
    const value =
      open !== -1 &&
      depth === openDepth &&
      mayPrecedeColon(text, quote + 1) &&
      isSecretName(nameBetween(text, open, quote - depth))
        ? findValue(text, quote + 1, depth)
        : null;
    if (value === null) {
      open = quote;
      openDepth = depth;
      quote = text.indexOf('"', quote + 1);
      continue;
    }
    const raw = text.slice(value.start, value.end);
    if (value.quoted) {
      replacer.replace(value.start, value.end, mark(decode(raw, levelOf(depth) + 1), false));
    } else if (!isSchemaText(decode(raw, levelOf(depth)))) {
      const quotes = `${'\\'.repeat(depth)}"`;
      replacer.replace(value.start, value.end, quotes + mark(raw, isNested(raw)) + quotes);
    }
    open = -1;
    quote = text.indexOf('"', value.end);
    // The closing quote of a string is no opening one.
    if (value.quoted && quote !== -1) quote = text.indexOf('"', quote + 1);
  }
  return replacer.toString();
}

/** A cheap look before the name is read. */
function mayPrecedeColon(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return code === 0x3a || code <= 0x20;
}

function nameBetween(text: string, open: number, end: number): string {
  if (end - open > MAX_NAME_LENGTH * 6) return '';
  const name = text.slice(open + 1, end);
  if (!name.includes('\\')) return name;
  return name.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Null where no colon follows, or where the value is empty, null or a boolean. */
function findValue(text: string, from: number, depth: number): Value | null {
  const colon = skipSpace(text, from);
  if (text[colon] !== ':') return null;
  const start = skipSpace(text, colon + 1);
  let quote = start;
  while (text[quote] === '\\') quote += 1;
  if (text[quote] === '"') {
    // A quote that is no quote of the name's kind ends the string in which the name stood.
    if (depth > 0 && quote - start !== depth) return null;
    const end = stringEnd(text, quote + 1, quote - start);
    return end === quote + 1 ? null : { start: quote + 1, end, quoted: true };
  }
  if (isNested(text[start] ?? '')) {
    return { start, end: nestedEnd(text, start, depth), quoted: false };
  }
  const end = literalEnd(text, start);
  const literal = text.slice(start, end);
  if (end === start || literal === 'null' || literal === 'true' || literal === 'false') return null;
  return { start, end, quoted: false };
}

function isNested(token: string): boolean {
  return token.startsWith('{') || token.startsWith('[');
}

/** Where the content of a string ends whose quotes carry `depth` backslashes; the end of a text that is cut. */
function stringEnd(text: string, from: number, depth: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1) {
    const run = backslashesBefore(text, quote, from);
    // Fewer backslashes: the string around this one ended. More: every (depth + 1) are one of the string's own.
    if (run <= depth) return quote - run;
    if (Math.floor((run - depth) / (depth + 1)) % 2 === 0) return quote - depth;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function nestedEnd(text: string, from: number, depth: number): number {
  let open = 0;
  let position = from;
  while (position < text.length) {
    const character = text[position];
    if (character === '"') {
      const run = backslashesBefore(text, position, from);
      if (run < depth) return position - run;
      position = stringEnd(text, position + 1, depth) + depth + 1;
      continue;
    }
    position += 1;
    if (character === '{' || character === '[') open += 1;
    else if (character === '}' || character === ']') {
      open -= 1;
      if (open === 0) return position;
    }
  }
  return text.length;
}

function literalEnd(text: string, from: number): number {
  let position = from;
  while (position < text.length && !',}]"\\ \t\r\n'.includes(text[position] ?? ',')) position += 1;
  return position;
}

function skipSpace(text: string, from: number): number {
  let position = from;
  while (position < text.length && ' \t\r\n'.includes(text[position] ?? '.')) position += 1;
  return position;
}

function backslashesBefore(text: string, position: number, from: number): number {
  let run = 0;
  while (position - 1 - run >= from && text[position - 1 - run] === '\\') run += 1;
  return run;
}

/** How many strings a text with so many backslashes before its quotes stands in: 0, 1, 3, 7 … are 0, 1, 2, 3 … */
function levelOf(depth: number): number {
  return Math.floor(Math.log2(depth + 1));
}

/** Undoes string escapes `times` over, so that one secret has one mark however it was written. */
function decode(raw: string, times: number): string {
  let value = raw;
  for (let time = 0; time < times && value.includes('\\'); time += 1) {
    try {
      value = String(JSON.parse(`"${value}"`));
    } catch {
      return value;
    }
  }
  return value;
}
