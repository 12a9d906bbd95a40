/** What follows where the user said no to an elicitation. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import type { Arrival, RpcMessage } from '../../exchange/message.js';
import { type Refusal, refusalOf } from '../../judge/given/refusal.js';
import { rpcAnswer } from './rpc-answer.js';

export const ELICITATION = 'elicitation/create';

const afterNo = z
  .union([
    z.literal('ask_again'),
    z.strictObject({ result: z.json().describe('The result of the call.') }),
    z.strictObject({ error: z.json().describe('The error object that answers the call.') }),
  ])
  .optional();

export type AfterNo = NonNullable<z.output<typeof afterNo>>;

export const afterNoSchema = z
  .strictObject({
    decline: afterNo.describe('What follows a decline.'),
    cancel: afterNo.describe('What follows a cancel.'),
    nothing: afterNo.describe('What follows an error, or an answer that says neither yes nor no.'),
  })
  .optional()
  .describe(
    'What follows an elicitation that was not accepted: a `result`, an `error`, or `ask_again`. Default: the healthy answer. In the modern era the answer is a request of its own, which the rule has to be for too: give it no `on.round`.',
  );

/** The no to one of the elicitations that a further round (modern era) brings the answers to; null where there is none. */
export function refusalIn(inputRequests: unknown, { inputResponses }: RpcMessage): Refusal | null {
  for (const [key, request] of entriesOf(inputRequests)) {
    if (!isObject(request) || !('method' in request) || request.method !== ELICITATION) continue;
    const answered = inputResponses !== null && Object.hasOwn(inputResponses, key);
    const refusal = refusalOf(answered ? inputResponses[key] : undefined);
    if (refusal !== null) return refusal;
  }
  return null;
}

export function answerAfterNo(
  answer: Exclude<AfterNo, 'ask_again'>,
  { rpc, era }: Pick<Arrival, 'rpc' | 'era'>,
  as: 'json' | 'sse',
): Answer {
  const form = { status: 200, as };
  if ('error' in answer) return rpcAnswer(rpc, 'error', answer.error, form);
  const { result } = answer;
  // basic/index#result-responses: the modern era marks every result.
  const isMarked = era === 'modern' && isObject(result) && !Array.isArray(result);
  return rpcAnswer(rpc, 'result', isMarked ? { resultType: 'complete', ...result } : result, form);
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
