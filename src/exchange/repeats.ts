/** Recognises a call that the client sends again after it had failed. */
import type { RunningExchange } from './running-exchange.js';

/** Larger calls are not compared: it would cost more than it tells. */
const MAX_BODY_BYTES = 16 * 1024;
const MAX_CALLS = 200;
const SUCCESSES: ReadonlySet<string> = new Set([
  'RESULT',
  'TOOL_SUCCESS',
  'INPUT_REQUIRED',
  'STREAM',
]);

/** Notes in the record which failed exchange of the session this one repeats. */
export function noteRepeat(exchange: RunningExchange): void {
  const { session, arrival, record } = exchange;
  if (session.failedCalls.size === 0 || arrival.rpc.kind !== 'request') return;
  const call = callOf(exchange);
  record.repeatOf = call === null ? null : (session.failedCalls.get(call) ?? null);
}

/** Remembers a call that has failed until it succeeds. */
export function rememberCall(exchange: RunningExchange): void {
  const { session, arrival, record } = exchange;
  if (arrival.rpc.kind !== 'request') return;
  const succeeded = SUCCESSES.has(record.outcome);
  if (succeeded && session.failedCalls.size === 0) return;
  const call = callOf(exchange);
  if (call === null) return;
  session.failedCalls.delete(call);
  if (succeeded) return;
  if (session.failedCalls.size >= MAX_CALLS) {
    const [oldest] = session.failedCalls.keys();
    if (oldest !== undefined) session.failedCalls.delete(oldest);
  }
  session.failedCalls.set(call, record.number);
}

/** What two requests have in common when one repeats the other: all but the id and `_meta`. */
function callOf(exchange: RunningExchange): string | null {
  exchange.call ??= { text: textOf(exchange.arrival) };
  return exchange.call.text;
}

function textOf({ body, rpc, unread }: RunningExchange['arrival']): string | null {
  if (unread === true) return null;
  if (body.byteLength > MAX_BODY_BYTES) return null;
  let text = rpc.method ?? '';
  try {
    for (const [name, value] of Object.entries(rpc.params ?? {})) {
      if (name !== '_meta') text += `\n${JSON.stringify(name)}:${JSON.stringify(value)}`;
    }
    return text;
  } catch {
    // Nested too deep to be written.
    return null;
  }
}
