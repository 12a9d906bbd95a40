/** Checks what a user wrote as params, and says where it is wrong and what is allowed there. */
import type { z } from 'zod';
import { formatPath, type FieldError } from '../errors.js';
import type { Scenario } from './contract.js';

export type CheckedParams =
  | { readonly ok: true; readonly params: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Fills in defaults, or names each wrong field with a path like `params.statusCodes[2]`. */
export function checkParams(scenario: Pick<Scenario, 'params'>, input: unknown): CheckedParams {
  const hidden = hiddenKeys(input);
  if (hidden.length > 0) return { ok: false, errors: hidden };
  const result = scenario.params.safeParse(input);
  if (result.success) return { ok: true, params: result.data };
  const given = { params: input };
  return {
    ok: false,
    errors: result.error.issues.flatMap((issue) => explain(issue, ['params'], given)),
  };
}

type Path = readonly PropertyKey[];

function explain(issue: z.core.$ZodIssue, parent: Path, given: object): readonly FieldError[] {
  const path = [...parent, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key]));
    case 'invalid_union':
      return explainUnion(issue, path, given);
    case 'invalid_key':
      return issue.issues.flatMap((inner) => explain({ ...inner, path: [] }, path, given));
    default:
      return [{ path: formatPath(path), message: issue.message }];
  }
}

function unknownKey(path: Path): FieldError {
  return {
    path: formatPath(path),
    message: 'Unknown key: remove it, or look for a typing error',
  };
}

/** Zod leaves `__proto__` out of records and loose objects without a word. */
function hiddenKeys(input: unknown): readonly FieldError[] {
  const found: FieldError[] = [];
  const left: { readonly path: Path; readonly value: unknown }[] = [
    { path: ['params'], value: input },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) found.push(unknownKey([...path, '__proto__']));
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      left.push({ path: [...path, isList ? Number(key) : key], value: member });
    }
  }
  return found;
}

/** Follows the alternative that the value came nearest to; names all of them where it came near none. */
function explainUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: Path,
  given: object,
): readonly FieldError[] {
  const near = issue.errors.find((issues) => issues.every((inner) => !missesAltogether(inner)));
  if (near !== undefined) return near.flatMap((inner) => explain(inner, path, given));
  const messages = issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => explain(inner, path, given).map((error) => error.message)),
  );
  const all = messages.length === 0 ? issue.message : [...new Set(messages)].join('; or ');
  const message = isGiven(given, path) ? all : `It is missing: ${all.replaceAll(NOISE, '')}`;
  return [{ path: formatPath(path), message }];
}

/** What is said of a value that is not there. */
const NOISE = /Invalid (?:input|option): |, received undefined/g;

function isGiven(given: object, path: Path): boolean {
  const value = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    given,
  );
  return value !== undefined;
}

function missesAltogether(issue: z.core.$ZodIssue): boolean {
  const wrongKind = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  return wrongKind && issue.path.length === 0;
}
