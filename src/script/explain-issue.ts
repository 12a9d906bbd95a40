/** What is wrong with a scenario file, in words for its author. */
import type { z } from 'zod';
import { nearest } from '../nearest.js';
import type { KnownWords } from './known-words.js';

export interface Mistake {
  readonly path: readonly PropertyKey[];
  /** Whether the name of the member is wrong, and not its value. */
  readonly isKey?: true;
  readonly reason: string;
}

/** What the file has, and what it may have. */
export interface FileWords extends KnownWords {
  /** The value at a place; undefined where there is none. */
  valueAt(path: readonly PropertyKey[]): unknown;
}

type Issue = z.core.$ZodIssue;

const MANY = 12;

export function explainIssue(issue: Issue, words: FileWords): readonly Mistake[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      isKey: true,
      reason: `there is no such key here${hint(key, words.keys(path))}`,
    }));
  }
  if (path.length > 0 && isOfNothing(issue, words)) {
    return [{ path, reason: `it is missing${wanted(issue, words)}` }];
  }
  switch (issue.code) {
    case 'invalid_union':
      return explainUnion(issue, words);
    case 'invalid_key':
      return [{ path, isKey: true, reason: issue.issues[0]?.message ?? issue.message }];
    case 'invalid_value': {
      const value = words.valueAt(path);
      const near = typeof value === 'string' ? nearest(value, words.values(path)) : undefined;
      return [{ path, reason: `${issue.message}${near === undefined ? '' : meant(near)}` }];
    }
    default:
      return [{ path, reason: issue.message }];
  }
}

function meant(word: string): string {
  return `; did you mean ${word}?`;
}

function hint(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== undefined) return meant(near);
  return known.length === 0 || known.length > MANY
    ? '; look for a typing error'
    : `; these exist: ${known.join(', ')}`;
}

function isOfNothing({ code, path }: Issue, words: FileWords): boolean {
  const isAboutValue = code === 'invalid_type' || code === 'invalid_value';
  return (isAboutValue || code === 'invalid_union') && words.valueAt(path) === undefined;
}

function wanted(issue: Issue, words: FileWords): string {
  if (issue.code === 'invalid_type') return ` (expected ${issue.expected})`;
  const values = words.values(issue.path);
  return values.length === 0 || values.length > MANY ? '' : ` (one of ${values.join(', ')})`;
}

/** The form that the value comes nearest to; all of them where it comes near none. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, words: FileWords): readonly Mistake[] {
  const { path } = issue;
  const within = (inner: Issue): Issue => ({ ...inner, path: [...path, ...inner.path] });
  const forms = issue.errors.filter((issues) => issues.length > 0);
  if (forms.length === 0) return [{ path, reason: noneOf(path, words) ?? issue.message }];
  const near = forms
    .filter((issues) => !issues.some((inner) => isMissing(inner, issues)))
    .filter((issues) => issues.some((inner) => inner.path.length > 0 || isUnrecognized(inner)))
    .toSorted((one, other) => one.length - other.length)[0];
  if (near !== undefined) return near.flatMap((inner) => explainIssue(within(inner), words));
  const keys = forms.flatMap((issues) =>
    issues.filter((inner) => isMissing(inner, issues)).map((inner) => String(inner.path[0])),
  );
  if (keys.length > 0) {
    const known = [...new Set(keys)].join(', ');
    const reason = `it is none of the forms that are known here: ${known}`;
    return [{ path, reason: `${reason}${keyMeant(path, words)}` }];
  }
  return [{ path, reason: reasonsOf(forms.flat()) }];
}

/** What none of the forms has may be what one of them has, misspelt. */
function keyMeant(path: Issue['path'], words: FileWords): string {
  const value = words.valueAt(path);
  if (typeof value !== 'object' || value === null) return '';
  const known = words.keys(path);
  for (const key of Object.keys(value)) {
    const near = known.includes(key) ? undefined : nearest(key, known);
    if (near !== undefined) return meant(near);
  }
  return '';
}

/** For the member that says which form is meant. */
function noneOf(path: Issue['path'], words: FileWords): string | null {
  const known = words.values(path);
  if (known.length === 0) return null;
  const value = words.valueAt(path);
  const near = typeof value === 'string' ? nearest(value, known) : undefined;
  return `it must be one of ${known.join(', ')}${near === undefined ? '' : meant(near)}`;
}

const TYPES = /^Invalid input: expected (.+), received (.+)$/;

function reasonsOf(issues: readonly Issue[]): string {
  const messages = [...new Set(issues.map(({ message }) => message))];
  const types = messages.map((message) => TYPES.exec(message));
  const received = new Set(types.map((type) => type?.[2]));
  const [one] = received;
  if (one === undefined || received.size > 1) return messages.join('; or ');
  return `Invalid input: expected ${types.map((type) => type?.[1]).join(' or ')}, received ${one}`;
}

/** A value that is none of several says not whether it was there: beside an unknown key it was not. */
function isMissing(issue: Issue, others: readonly Issue[]): boolean {
  if (issue.path.length !== 1) return false;
  return issue.code === 'invalid_value' ? others.some(isUnrecognized) : saysNothing(issue);
}

function saysNothing(issue: Issue): boolean {
  return issue.code === 'invalid_union'
    ? issue.errors.every((issues) => issues.every(saysNothing))
    : issue.message.endsWith('undefined');
}

function isUnrecognized(issue: Issue): boolean {
  return issue.code === 'unrecognized_keys';
}
