/** What is asked of every write before its schema is: JSON by its media type and by its text, and not too much. */
import { createMiddleware } from 'hono/factory';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { KitchenError } from '../errors.js';

/** Refuses a body of more than `maxBytes`, told or found out. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new KitchenError(
        'body_too_large',
        `The body may have ${String(maxBytes)} bytes at most.`,
      );
    },
  });
}

/**
 * POST and PUT must say `application/json` even without a body: a form of a foreign page cannot, so that it never
 * changes anything here. An empty body counts as `{}`.
 */
export const requireJson: MiddlewareHandler = createMiddleware(async (context, next) => {
  const { method } = context.req;
  if (method === 'POST' || method === 'PUT') {
    checkMediaType(context.req.header('Content-Type'));
    const { raw } = context.req;
    const text = decode(await raw.arrayBuffer());
    if (text !== '') checkJson(text);
    context.req.raw = new Request(raw, { method, body: text === '' ? '{}' : text });
  } else if (method === 'DELETE' && (await context.req.arrayBuffer()).byteLength > 0) {
    checkMediaType(context.req.header('Content-Type'));
    throw new KitchenError('invalid_request', 'DELETE takes no body here; leave it out.');
  }
  await next();
});

function checkMediaType(header: string | undefined): void {
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  throw new KitchenError(
    'unsupported_media_type',
    `Send the header "Content-Type: application/json"; it is ${header === undefined ? 'missing' : `"${header}"`}.`,
  );
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new KitchenError('invalid_request', 'The body is not valid UTF-8.');
  }
}

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new KitchenError('invalid_request', `The body is no JSON: ${whereItBreaks(text)}.`);
  }
}

// Node 20 does not always say the position, hence a second parser.
function whereItBreaks(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return 'it cannot be parsed';
  const before = text.slice(0, first.offset).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `${printParseErrorCode(first.error)} at position ${String(first.offset)} (line ${String(line)}, column ${String(column)})`;
}
