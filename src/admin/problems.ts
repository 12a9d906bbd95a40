/** Every error of the admin API as `application/problem+json` (RFC 9457). */
import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { formatPath, KitchenError, toProblem, type FieldError } from '../errors.js';

export function problemResponse(
  error: KitchenError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(toProblem(error), {
    status: error.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  });
}

/** What an error says to the caller: one that nobody foresaw says nothing of its inside. */
export function asKitchenError(error: unknown): KitchenError {
  if (error instanceof KitchenError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new KitchenError('invalid_request', error.message);
  }
  return new KitchenError(
    'internal',
    'Something went wrong inside the kitchen; its log says more. Please report it.',
  );
}

export function noSuchRoute(context: Context): Response {
  return problemResponse(
    new KitchenError(
      'not_found',
      `${context.req.method} ${context.req.path} is no address of the admin API; /api/openapi.json lists them.`,
    ),
  );
}

export function methodNotAllowed(context: Context, allowed: readonly string[]): Response {
  const allow = allowed.join(', ');
  return problemResponse(
    new KitchenError(
      'method_not_allowed',
      `${context.req.method} is not allowed at ${context.req.path}; allowed: ${allow}.`,
    ),
    { Allow: allow },
  );
}

const PART_NAMES: Readonly<Record<string, string>> = {
  json: 'body',
  param: 'path',
  query: 'query',
  header: 'headers',
};

/** What a schema found wrong in one part of the request (`json`, `param`, `query`, `header`). */
export function invalidRequest(part: string, error: z.ZodError): KitchenError {
  const errors = error.issues.flatMap(fieldErrors);
  const listed = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new KitchenError(
    'invalid_request',
    `Wrong in the ${PART_NAMES[part] ?? part}: ${listed.join('; ')}.`,
    errors,
  );
}

function fieldErrors(issue: z.core.$ZodIssue): readonly FieldError[] {
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: formatPath(issue.path), message: issue.message }];
  }
  return issue.keys.map((key) => ({
    path: formatPath([...issue.path, key]),
    message: 'is not known here',
  }));
}
