/** The admin token: asked for by `Authorization: Bearer`, compared in constant time, never taken from a query. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { KitchenError } from '../errors.js';
import { problemResponse } from './problems.js';

export function requireToken(token: string): MiddlewareHandler {
  const expected = digest(token);
  return createMiddleware(async (context, next) => {
    const given = /^Bearer +(\S+) *$/i.exec(context.req.header('Authorization') ?? '')?.[1];
    // Digests have one length, whatever the length of what was given.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return next();
    return problemResponse(
      new KitchenError(
        'unauthorized',
        given === undefined
          ? 'Send the admin token in the header "Authorization: Bearer TOKEN"; the kitchen prints it at start unless it was given.'
          : 'The admin token is wrong: send that of this kitchen, which it prints at start unless it was given.',
      ),
      { 'WWW-Authenticate': 'Bearer realm="kitchen"' },
    );
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
