/** Replaces secrets in running text: `Bearer …`, `token=…`, `Authorization: …`. */
import { RangeReplacer } from './replace-ranges.js';
import { isCookieHeader, isSecretHeader, isSecretName, MAX_NAME_LENGTH } from './secret-names.js';

type Mark = (value: string) => string;

/** Words after `Bearer` that are prose or parameters of a challenge. */
const NO_CREDENTIALS: ReadonlySet<string> = new Set([
  'token',
  'tokens',
  'auth',
  'authentication',
  'authorization',
  'credentials',
  'scheme',
  'realm',
  'error',
  'error_description',
  'error_uri',
  'scope',
  'resource_metadata',
]);
const MARKED = /\[redacted:[0-9a-f]{8}\]/;

export function redactPhrases(text: string, mark: Mark): string {
  return redactAssignments(redactBearer(text, mark), mark);
}

function redactBearer(text: string, mark: Mark): string {
  const replacer = new RangeReplacer(text);
  for (const match of text.matchAll(/bearer(?: |\t|%20|\+){1,4}/gi)) {
    const start = match.index + match[0].length;
    const end = endOf(text, start, (character) => /[\w.~+/=%\\-]/.test(character));
    const credentials = text.slice(start, end);
    const word = /^([a-z_]+)(?:\.?$|=)/i.exec(credentials)?.[1]?.toLowerCase() ?? '';
    if (end > start && !NO_CREDENTIALS.has(word)) replacer.replace(start, end, mark(credentials));
  }
  return replacer.toString();
}

function redactAssignments(text: string, mark: Mark): string {
  const replacer = new RangeReplacer(text);
  let done = 0;
  for (const { 0: sign, index } of text.matchAll(/[=:]|%3d/gi)) {
    if (index < done) continue;
    const name = nameBefore(text, index);
    if (name === '' || !(isSecretName(name) || isSecretHeader(name))) continue;
    const value = sign === ':' ? headerValue(text, index + 1, name) : fieldValue(text, index, sign);
    if (value === null || MARKED.test(text.slice(value.start, value.end + 1))) continue;
    replacer.replace(
      value.start,
      value.end,
      mark(decodePercent(text.slice(value.start, value.end))),
    );
    done = value.end;
  }
  return replacer.toString();
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function nameBefore(text: string, sign: number): string {
  let end = sign;
  while (end > 0 && sign - end < 3 && text[end - 1] === ' ') end -= 1;
  if (text[end - 1] === "'" || text[end - 1] === '`') end -= 1;
  let start = end;
  while (start > 0 && end - start <= MAX_NAME_LENGTH && /[\w-]/.test(text[start - 1] ?? ' '))
    start -= 1;
  // `%3Ftoken`: the two digits belong to an encoded character.
  if (text[start - 1] === '%') start += 2;
  return text.slice(start, end);
}

/** `name=value`, as in a query, a form, or a line of settings. */
function fieldValue(text: string, sign: number, delimiter: string): Range | null {
  const start = skipBlanks(text, sign + delimiter.length);
  if (text[start] === '=' || text[start] === '>') return null;
  const quoted = quotedValue(text, start);
  if (quoted !== null) return quoted;
  const end = endOf(text, start, (character) => !/[&\s"'<>`;,(){}[\]|]/.test(character));
  // Inside an encoded query the next field begins with an encoded `&`.
  const next = delimiter === '=' ? -1 : text.slice(start, end).indexOf('%26');
  const cut = next === -1 ? end : start + next;
  return cut > start ? { start, end: cut } : null;
}

/** `Name: value`, as in a dump of headers or of an object; in prose a bare word after a colon is no secret. */
function headerValue(text: string, from: number, name: string): Range | null {
  const start = skipBlanks(text, from);
  const quoted = quotedValue(text, start);
  if (quoted !== null) return quoted;
  const isWholeLine = isCookieHeader(name) || /authorization$/i.test(name);
  const end = endOf(text, start, (character) =>
    isWholeLine ? !/[\r\n"'<>`]/.test(character) : !/[\s"'<>`;,(){}[\]|]/.test(character),
  );
  const isSecret = isWholeLine || (end - start >= 8 && /\d/.test(text.slice(start, end)));
  return isSecret && end > start ? { start, end } : null;
}

function quotedValue(text: string, from: number): Range | null {
  let start = from;
  while (text[start] === '\\') start += 1;
  const quote = text[start] ?? '';
  if (quote !== "'" && quote !== '"' && quote !== '`') return null;
  start += 1;
  const end = endOf(text, start, (character) => !`${quote}"\n`.includes(character));
  // `"token=","next"`: the quote closed a JSON string, and what follows is JSON.
  const isJson = quote === '"' && /^\s*[,:}\]]/.test(text.slice(start, start + 8));
  return end > start && !isJson ? { start, end } : null;
}

/** A backslash ends a value, as it begins an escape; an escaped slash is a slash. */
function endOf(text: string, from: number, belongs: (character: string) => boolean): number {
  let end = from;
  while (end < text.length) {
    const character = text[end] ?? '';
    if (character === '\\' ? text[end + 1] !== '/' : !belongs(character)) break;
    end += 1;
  }
  return end;
}

function skipBlanks(text: string, from: number): number {
  let position = from;
  while (position - from < 4 && (text[position] === ' ' || text[position] === '\t')) position += 1;
  return position;
}

function decodePercent(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
