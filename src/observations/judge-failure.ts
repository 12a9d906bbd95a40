/** Judges an answer whose status says failure: a few codes are paired with one, and any other code is worth showing. */
import type { Decoded } from './decode-content.js';
import { errorCodeOf, judgement, readResponse } from './judge-message.js';
import type { JudgedRequest, Judgement } from './judge-message.js';
import { JSON_TYPE, STREAM_TYPE } from './media-type.js';
import { createSseReader } from './sse-events.js';

/** Codes that the modern era pairs with an HTTP status: there the body is read although the status says failure. */
const STATUS_PAIRINGS: Readonly<Record<number, ReadonlySet<number>>> = {
  400: new Set([-32700, -32600, -32602, -32020, -32021, -32022]),
  404: new Set([-32601]),
};

export function judgeFailure(
  request: JudgedRequest,
  status: number,
  mediaType: string | null,
  body: Decoded,
): Judgement {
  const codes =
    request.era === 'modern' && expectsResponse(request) ? STATUS_PAIRINGS[status] : undefined;
  const mayPair = codes !== undefined && mediaType === JSON_TYPE;
  if (body.kind === 'too_large') return judgement(mayPair ? 'UNJUDGED' : 'HTTP_ERROR');
  if (body.kind === 'unreadable' || body.bytes.byteLength === 0) return judgement('HTTP_ERROR');
  if (mediaType === STREAM_TYPE) return judgement('HTTP_ERROR', firstErrorCode(body.bytes));
  const text = new TextDecoder().decode(body.bytes);
  const code = parseErrorCode(text);
  if (mayPair && code !== null && codes.has(code)) {
    const reading = readResponse(text, request);
    if (reading.kind === 'response') return reading.judgement;
  }
  return judgement('HTTP_ERROR', code);
}

function expectsResponse({ verb, kind }: JudgedRequest): boolean {
  return verb === 'POST' && kind !== 'notification' && kind !== 'response';
}

function parseErrorCode(text: string): number | null {
  if (!text.includes('"error"')) return null;
  try {
    return errorCodeOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function firstErrorCode(bytes: Uint8Array): number | null {
  let code: number | null = null;
  createSseReader((data) => (code ??= parseErrorCode(data)), bytes.byteLength).push(bytes);
  return code;
}
