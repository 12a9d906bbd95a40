/** What is wrong with a scenario file, in words for its author. */
import type { z } from 'zod';
import { VOCABULARY } from '../faults/vocabulary.js';
import { nearest } from '../nearest.js';

export interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

type Issue = z.core.$ZodIssue;

export function explainIssue(issue: Issue): readonly Mistake[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        reason: `there is no such key here${keyHint(key, issue.path)}`,
      }));
    case 'invalid_union':
      return explainUnion(issue);
    case 'invalid_key':
      return [{ path: issue.path, reason: issue.issues[0]?.message ?? issue.message }];
    default:
      return [{ path: issue.path, reason: reasonOf(issue) }];
  }
}

function keyHint(key: string, path: readonly PropertyKey[]): string {
  const known = path.at(-1) === 'do' ? Object.keys(VOCABULARY) : RULE_KEYS;
  const near = nearest(key, known);
  return near === undefined ? '; look for a typing error' : `; did you mean ${near}?`;
}

const RULE_KEYS = [
  'id',
  'if',
  'in',
  'at',
  'on',
  'do',
  'goto',
  'rules',
  'states',
  'params',
  'lesson',
];

function reasonOf(issue: Issue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  const isNothing = issue.message.endsWith('received undefined');
  if (isNothing) return `it is missing (expected ${issue.expected})`;
  // What a placeholder becomes in YAML where it is not quoted.
  return issue.message.endsWith('received object') && issue.expected !== 'array'
    ? `${issue.message}; a placeholder must be quoted: '{{…}}'`
    : issue.message;
}

/** The form that the value comes nearest to; all of them where it comes near none. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion): readonly Mistake[] {
  const within = (inner: Issue): Issue => ({ ...inner, path: [...issue.path, ...inner.path] });
  const forms = issue.errors.filter((issues) => issues.length > 0);
  const near = forms
    .filter((issues) => !issues.some((inner) => isMissing(inner, issues)))
    .filter((issues) => issues.some((inner) => inner.path.length > 0 || isUnrecognized(inner)))
    .toSorted((one, other) => one.length - other.length)[0];
  if (near !== undefined) return near.flatMap((inner) => explainIssue(within(inner)));
  const keys = forms.flatMap((issues) =>
    issues.filter((inner) => isMissing(inner, issues)).map(({ path }) => String(path[0])),
  );
  if (keys.length > 0) {
    const wanted = [...new Set(keys)].join(', ');
    return [{ path: issue.path, reason: `it is none of the forms that are known here: ${wanted}` }];
  }
  const reasons = new Set(forms.flatMap((issues) => issues.map((inner) => inner.message)));
  return [{ path: issue.path, reason: [...reasons].join('; or ') }];
}

/** A value that is none of several says not whether it was there: beside an unknown key it was not. */
function isMissing(issue: Issue, others: readonly Issue[]): boolean {
  if (issue.path.length !== 1) return false;
  return issue.code === 'invalid_value' ? others.some(isUnrecognized) : isOfNothing(issue);
}

function isOfNothing(issue: Issue): boolean {
  return issue.code === 'invalid_union'
    ? issue.errors.every((issues) => issues.every(isOfNothing))
    : issue.message.endsWith('undefined');
}

function isUnrecognized(issue: Issue): boolean {
  return issue.code === 'unrecognized_keys';
}
