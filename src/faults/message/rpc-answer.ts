/** A JSON-RPC response made outside the SDK: the id goes back as the raw token it came as. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import type { RpcMessage } from '../../exchange/message.js';

/** Statuses whose answers have no body, whatever was asked for (RFC 9110). */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export const NO_BODY =
  'An answer with status 204, 205 or 304 has no body: leave it out, or say every byte with `raw`';

/** The status of an answer that is nothing without its body. */
export function statusWithBody(): z.ZodInt {
  return z
    .int()
    .min(200)
    .max(599)
    .refine((status) => !WITHOUT_BODY.has(status), { error: NO_BODY });
}

export interface RpcAnswerForm {
  /** HTTP status, 200 to 599. */
  readonly status: number;
  readonly as: 'json' | 'sse';
}

/**
 * One response object as an HTTP answer. Without an id in the request (a notification, garbage) the id is `null`:
 * JSON-RPC 2.0 knows no response without one (section 5).
 */
export function rpcAnswer(
  rpc: Pick<RpcMessage, 'idToken'>,
  member: 'result' | 'error',
  value: unknown,
  form: RpcAnswerForm,
): Answer {
  return rpcAnswerText(rpc, member, JSON.stringify(value), form);
}

/** The same from a value that is JSON text already, sent byte for byte. */
export function rpcAnswerText(
  rpc: Pick<RpcMessage, 'idToken'>,
  member: 'result' | 'error',
  value: string,
  form: RpcAnswerForm,
): Answer {
  const text = `{"jsonrpc":"2.0","id":${rpc.idToken ?? 'null'},"${member}":${value}}`;
  const { headers, body } = form.as === 'sse' ? asEvent(text) : asJson(text);
  return { status: form.status, headers, body: WITHOUT_BODY.has(form.status) ? null : body };
}

function asJson(text: string): Pick<Answer, 'headers' | 'body'> {
  return { headers: [['Content-Type', 'application/json']], body: text };
}

/** A stream of one event. A raw id that spans lines needs a `data` line for each. */
function asEvent(text: string): Pick<Answer, 'headers' | 'body'> {
  const data = text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('');
  return {
    headers: [
      ['Content-Type', 'text/event-stream'],
      ['Cache-Control', 'no-cache, no-transform'],
      ['X-Accel-Buffering', 'no'],
    ],
    body: `event: message\n${data}\n`,
  };
}
