/** What is asked of every write before its schema is: JSON by its media type and by its text, and not too much. */
import { createMiddleware } from 'hono/factory';
import type { MiddlewareHandler } from 'hono';
import { KitchenError } from '../errors.js';
import { readBody } from '../exchange/read-body.js';
import { findJsonMistake } from '../json/json-mistake.js';
import { isNestedDeeper } from '../json/nesting.js';

/** Far more than any selection needs, far less than the stack of whatever walks through it can bear. */
const MAX_LEVELS = 200;

/**
 * POST and PUT must say `application/json` even without a body: a form of a foreign page cannot, so that it never
 * changes anything here. An empty body counts as `{}`.
 */
export function requireJson(maxBytes: number): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    const { method, raw } = context.req;
    if (method === 'POST' || method === 'PUT' || method === 'DELETE') {
      const bytes = await readWhole(raw, maxBytes);
      if (method !== 'DELETE' || bytes.byteLength > 0) checkMediaType(raw.headers);
      if (method === 'DELETE') refuseBody(bytes);
      else {
        const text = decode(bytes);
        if (text !== '') checkJson(text);
        context.req.raw = new Request(raw, { method, body: text === '' ? '{}' : text });
      }
    }
    await next();
  });
}

async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const body = await readBody(request, maxBytes);
  if (body.kind === 'read') return body.bytes;
  if (body.kind === 'too_large') {
    const detail = `The body may have ${String(maxBytes)} bytes at most.`;
    throw new KitchenError('body_too_large', detail);
  }
  throw new KitchenError('invalid_request', 'The body ended before it was whole.');
}

function refuseBody(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) return;
  throw new KitchenError('invalid_request', 'DELETE takes no body here; leave it out.');
}

function checkMediaType(headers: Headers): void {
  const coding = headers.get('content-encoding');
  if (coding !== null && coding !== 'identity') {
    throw new KitchenError('unsupported_media_type', 'Leave Content-Encoding out.');
  }
  const header = headers.get('content-type') ?? undefined;
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  throw new KitchenError(
    'unsupported_media_type',
    `Send the header "Content-Type: application/json"; it is ${header === undefined ? 'missing' : `"${header}"`}.`,
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new KitchenError('invalid_request', 'The body is not valid UTF-8.');
  }
}

function checkJson(text: string): void {
  // First of all: the second parser is a recursive one.
  if (isNestedDeeper(text, MAX_LEVELS)) {
    const detail = `The body is nested more than ${String(MAX_LEVELS)} levels deep.`;
    throw new KitchenError('invalid_request', detail);
  }
  try {
    JSON.parse(text);
  } catch {
    throw new KitchenError('invalid_request', `The body is no JSON: ${whereItBreaks(text)}.`);
  }
}

function whereItBreaks(text: string): string {
  const mistake = findJsonMistake(text);
  if (mistake === null) return 'it cannot be parsed';
  const { code, position, line, column } = mistake;
  return `${code} at position ${String(position)} (line ${String(line)}, column ${String(column)})`;
}
