/** Compares a value with a pattern: part of an object, expressions for texts, matchers of a test runner. */
import { inspect } from 'node:util';
import { formatPath } from '../errors.js';

/**
 * What a value must contain. Members left out may be anything; lists must have the same length; a text may be given as
 * a regular expression, and any value as an asymmetric matcher, say `expect.any(Number)`.
 */
export type Pattern<T> = T extends string
  ? T | RegExp
  : T extends readonly (infer Item)[]
    ? readonly Pattern<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]?: Pattern<T[Key]> }
      : T;

/** The first difference, in words; null where the value fits. */
export function findDifference(
  pattern: unknown,
  value: unknown,
  path: readonly PropertyKey[] = [],
): string | null {
  if (isMatcher(pattern)) return pattern.asymmetricMatch(value) ? null : differs(value, path);
  if (pattern instanceof RegExp) {
    const fits = typeof value === 'string' && value.search(pattern) !== -1;
    return fits ? null : differs(value, path);
  }
  if (!isComposite(pattern)) return Object.is(pattern, value) ? null : differs(value, path);
  if (!isComposite(value) || Array.isArray(pattern) !== Array.isArray(value)) {
    return differs(value, path);
  }
  if (Array.isArray(pattern) && Array.isArray(value) && pattern.length !== value.length) {
    return `${formatPath(path)} has ${String(value.length)} items`;
  }
  for (const [key, wanted] of Object.entries(pattern)) {
    const step = Array.isArray(pattern) ? Number(key) : key;
    const difference = findDifference(wanted, value[key], [...path, step]);
    if (difference !== null) return difference;
  }
  return null;
}

function differs(value: unknown, path: readonly PropertyKey[]): string {
  const shown = inspect(value, { depth: 2, breakLength: Infinity, maxStringLength: 100 });
  return `${formatPath(path)} is ${shown}`;
}

function isComposite(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

interface Matcher {
  asymmetricMatch(value: unknown): boolean;
}

/** The protocol that Jest, vitest and Jasmine share. */
function isMatcher(pattern: unknown): pattern is Matcher {
  return isComposite(pattern) && typeof pattern['asymmetricMatch'] === 'function';
}
