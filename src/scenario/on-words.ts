/** Says in words which requests an `on` means. */
import type { Match } from './match-value.js';
import type { On } from './targeting.js';

export interface OnWords {
  /** What it means by the fields that lists of rules are made by: one request, and several. */
  readonly listed: string;
  readonly listedMany: string;
  /** What it asks for besides; empty for nothing. */
  readonly unlisted: string;
}

const MAX_VALUE = 60;
const known = new WeakMap<On, OnWords>();

/** Asked for at every change of a session. */
export function wordsOf(on: On): OnWords {
  let words = known.get(on);
  if (words === undefined) {
    words = {
      listed: listedWords(on, 'request'),
      listedMany: listedWords(on, 'requests'),
      unlisted: unlistedWords(on),
    };
    known.set(on, words);
  }
  return words;
}

function listedWords({ method, name, verb, kind, era }: On, request: string): string {
  const [subject, ...more] = [
    method === undefined ? null : quoted(method),
    verb === undefined ? null : quoted(verb),
    kind === undefined ? null : quoted(kind),
  ].filter((words) => words !== null);
  return [
    subject ?? request,
    ...more.map((words) => `by ${words}`),
    ...(name === undefined ? [] : [`of ${anyOf(name, String)}`]),
    ...(era === undefined ? [] : [`in the ${anyOf(era, String)} era`]),
  ].join(' ');
}

function unlistedWords({ round, page, connection, header, argument, meta, after }: On): string {
  const values = [
    ...valueWords('header', header),
    ...valueWords('argument', argument),
    ...valueWords('meta', meta),
  ];
  return [
    ...(round === undefined ? [] : [`in round ${anyOf(round, String)}`]),
    ...(page === undefined ? [] : [`for page ${anyOf(page, String)}`]),
    ...(connection === undefined ? [] : [`on the ${anyOf(connection, ordinal)} connection`]),
    ...(values.length === 0 ? [] : [values.join(' and ')]),
    ...(after === undefined ? [] : [`later than ${duration(after)} after the session began`]),
  ].join(' ');
}

function valueWords(
  what: string,
  matches: Readonly<Record<string, Match>> | undefined,
): readonly string[] {
  return Object.entries(matches ?? {}).map(([name, match]) => {
    const member = `${what} ${name}`;
    if (typeof match !== 'object' || match === null) return `with ${member} = ${valueText(match)}`;
    if ('exists' in match) return `${match.exists ? 'with' : 'without'} ${member}`;
    return 'prefix' in match
      ? `with ${member} = ${valueText(`${match.prefix}*`)}`
      : `with ${member} = ${valueText(match.glob)}`;
  });
}

/** A text stands as it is where it cannot be taken for anything else. */
function valueText(value: string | number | boolean | null): string {
  const isPlain = typeof value === 'string' && /^[\w.:/*?-]+$/.test(value) && !isLiteral(value);
  const text = isPlain ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function isLiteral(text: string): boolean {
  return ['true', 'false', 'null'].includes(text) || !Number.isNaN(Number(text));
}

function duration(after: string | number): string {
  return typeof after === 'number' ? `${String(after)} ms` : after.replace(/[a-z]+$/, ' $&');
}

function quoted(values: string | readonly string[]): string {
  return anyOf(values, (value) => `\`${value}\``);
}

function anyOf<T extends string | number>(
  values: T | readonly T[],
  write: (value: T) => string,
): string {
  const list: readonly T[] = typeof values === 'object' ? values : [values];
  return list.map((value) => write(value)).join(' or ');
}

export function ordinal(n: number): string {
  const tens = n % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${String(n)}${suffix}`;
}
