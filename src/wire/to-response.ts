/** Makes the one `Response` of an answer, where no socket of Node's is written directly. */
import type { Answer } from '../exchange/answer.js';
import { mediaTypeOf } from '../observations/media-type.js';
import { ALREADY_ANSWERED } from './already-answered.js';
import type { Wire } from './wire.js';

/** @param answer null where nothing more is to be sent */
export function toResponse(answer: Answer | null, wire: Pick<Wire, 'connection'>): Response {
  if (answer === null) {
    return wire.connection === null
      ? new Response('The exchange was interrupted.', { status: 503 })
      : ALREADY_ANSWERED;
  }
  const { status, body } = answer;
  const headers = answer.headers.map(([name, value]): [string, string] => [name, value]);
  // A `Response` would give text without a type one.
  const isUntyped = typeof body === 'string' && mediaTypeOf(answer.headers) === null;
  return new Response(isUntyped ? Buffer.from(body) : body, { status, headers });
}
