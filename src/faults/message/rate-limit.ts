/** Too many requests: a limit that holds, for who waits and for who does not. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import type { Limit } from '../../judge/given/given-limits.js';
import { durationSchema, toMilliseconds } from '../../units.js';
import { answerKind, type FaultContext } from '../fault-kind.js';
import { httpHeaderValue } from './http-headers.js';
import { performHttpStatus } from './http-status.js';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

const fields = z.strictObject({
  allow: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('Requests that are answered before the limit strikes, and between two strikes.'),
  wait: durationSchema({ max: HOUR_MS })
    .transform(toMilliseconds)
    .default(2_000)
    .describe('How long nothing is answered then, in milliseconds or as a text like `2s`.'),
  rounds: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('How often the limit strikes; afterwards all is answered.'),
  status: z.int().min(400).max(599).default(429).describe('429, 503 or another failure.'),
  retryAfter: z
    .union([z.enum(['seconds', 'date', 'none']), httpHeaderValue()])
    .default('seconds')
    .describe('`Retry-After`: whole seconds, an HTTP date, none, or a text of your own.'),
  body: z.string().max(1_000_000).default('Too many requests\n').describe('The body as text.'),
  per: z
    .enum(['method', 'name', 'session'])
    .default('method')
    .describe('What is limited apart: each method, each tool (or prompt, or resource), or all.'),
});

export const rateLimit = answerKind({
  kind: 'rate_limit',
  summary:
    'Too many requests, with `Retry-After` that holds: who comes back too early is refused again, and a finding tells it.',
  fields,
  perform: (fault, context): Answer | null => {
    const { given, arrival } = context;
    const { method, name } = arrival.rpc;
    const what = { method: method ?? '', name: `${method ?? ''}\n${name ?? ''}`, session: '' };
    const limit = given.limits.of(`${fault.per}\n${what[fault.per]}`, fault.allow);
    if (limit.until !== null && arrival.at < limit.until) {
      noteHaste(fault, limit, context);
      return refusal(fault, limit);
    }
    if (limit.until !== null) {
      limit.until = null;
      // Somebody who has waited is answered.
      limit.left = Math.max(1, fault.allow);
    }
    if (limit.left > 0 || limit.rounds >= fault.rounds) {
      limit.left -= 1;
      return null;
    }
    limit.rounds += 1;
    limit.toldAt = arrival.at;
    limit.until = endOf(fault, arrival.at);
    return refusal(fault, limit);
  },
});

type RateLimit = z.output<typeof fields>;

/** What was told holds: seconds and dates are whole, and the wait with them. */
function endOf({ wait, retryAfter }: RateLimit, now: number): number {
  if (retryAfter === 'seconds') return now + Math.ceil(wait / SECOND_MS) * SECOND_MS;
  const end = now + wait;
  return retryAfter === 'date' ? Math.ceil(end / SECOND_MS) * SECOND_MS : end;
}

function refusal({ status, retryAfter, body }: RateLimit, limit: Limit): Answer {
  const value = headerValue(retryAfter, limit);
  return performHttpStatus({ status, body, ...(value !== null && { retryAfter: value }) });
}

function headerValue(retryAfter: string, { until, toldAt }: Limit): string | null {
  if (retryAfter === 'none') return null;
  if (retryAfter === 'date') return new Date(until ?? 0).toUTCString();
  if (retryAfter !== 'seconds') return retryAfter;
  return String(Math.ceil(((until ?? 0) - toldAt) / SECOND_MS));
}

function noteHaste({ retryAfter }: RateLimit, limit: Limit, context: FaultContext): void {
  if (retryAfter !== 'seconds' && retryAfter !== 'date') return;
  const { arrival } = context;
  context.found({
    rule: 'HTTP-02',
    level: 'should',
    text: `It came ${String(arrival.at - limit.toldAt)} ms after an answer that asked to wait ${String((limit.until ?? 0) - limit.toldAt)} ms.`,
  });
}
