/** Compares what was seen with what a ledger's file says, value by value. */
import { isDeepStrictEqual } from 'node:util';
import { type Matcher, matcherSchema } from './ledger-format.js';

const KEYS = new Set(Object.keys(matcherSchema.shape));

/** An object whose members are all names of matchers. */
function asMatcher(value: unknown): Matcher | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => KEYS.has(key))) return null;
  const read = matcherSchema.safeParse(value);
  return read.success ? read.data : null;
}

/** What is wrong with a value, one sentence each. Objects in lists may hold more where `subset` is set. */
export function differences(
  where: string,
  seen: unknown,
  wanted: unknown,
  subset = false,
): readonly string[] {
  const matcher = asMatcher(wanted);
  if (matcher !== null) return unmatched(seen, matcher).map((text) => `${where} ${text}`);
  if (subset && isObject(wanted) && isObject(seen)) {
    return Object.entries(wanted).flatMap(([key, value]) =>
      differences(`${where}/${key}`, Object.hasOwn(seen, key) ? seen[key] : undefined, value, true),
    );
  }
  if (subset && Array.isArray(wanted) && Array.isArray(seen)) {
    if (wanted.length !== seen.length) {
      return [`${where} has ${String(seen.length)} entries instead of ${String(wanted.length)}`];
    }
    return wanted.flatMap((value, index) =>
      differences(`${where}/${String(index)}`, seen[index], value, true),
    );
  }
  if (isDeepStrictEqual(seen, wanted)) return [];
  return [`${where} is ${show(seen)} instead of ${show(wanted)}`];
}

/** The value at a JSON Pointer; undefined where there is none. */
export function at(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

export function show(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 300)}… (${String(text.length)} characters)` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unmatched(seen: unknown, matcher: Matcher): readonly string[] {
  const text = typeof seen === 'string' ? seen : undefined;
  const size = typeof seen === 'number' ? seen : lengthOf(seen);
  const checks: readonly (readonly [holds: boolean, wanted: string])[] = [
    [matcher.absent !== true || seen === undefined, 'absent'],
    [matcher.bytes === undefined || bytesOf(seen) === matcher.bytes, `${matcher.bytes} bytes`],
    [matcher.atLeast === undefined || size >= matcher.atLeast, `at least ${matcher.atLeast}`],
    [matcher.atMost === undefined || size <= matcher.atMost, `at most ${matcher.atMost}`],
    [matcher.length === undefined || lengthOf(seen) === matcher.length, `of ${matcher.length}`],
    [
      matcher.startsWith === undefined || text?.startsWith(matcher.startsWith) === true,
      `begun by ${show(matcher.startsWith)}`,
    ],
    [
      matcher.endsWith === undefined || text?.endsWith(matcher.endsWith) === true,
      `ended by ${show(matcher.endsWith)}`,
    ],
    [
      matcher.contains === undefined || text?.includes(matcher.contains) === true,
      `with ${show(matcher.contains)} in it`,
    ],
    [
      matcher.lacks === undefined || text?.includes(matcher.lacks) === false,
      `without ${show(matcher.lacks)}`,
    ],
    [
      matcher.matches === undefined ||
        (text !== undefined && new RegExp(matcher.matches, 'su').test(text)),
      `like ${matcher.matches}`,
    ],
    [matcher.typeOf === undefined || typeOf(seen) === matcher.typeOf, `of type ${matcher.typeOf}`],
    [
      matcher.depthAtLeast === undefined || depthOf(seen) >= matcher.depthAtLeast,
      `${matcher.depthAtLeast} deep`,
    ],
    [
      !Object.hasOwn(matcher, 'isNot') || !isDeepStrictEqual(seen, matcher.isNot),
      `anything but ${show(matcher.isNot)}`,
    ],
  ];
  return checks.flatMap(([holds, wanted]) =>
    holds ? [] : [`is ${show(seen)} and should be ${wanted}`],
  );
}

function bytesOf(value: unknown): number {
  if (value === undefined) return -1;
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Level by level, since what is thousands deep would be too much for a recursion. */
function depthOf(value: unknown): number {
  let depth = 0;
  let level = [value];
  for (;;) {
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return depth;
    depth += 1;
  }
}
