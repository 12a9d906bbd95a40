/** Input asked of the client: `input_required` in the modern era, requests on the stream of the call in the 2025 era. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import type { RpcMessage } from '../../exchange/message.js';
import { streamOf } from '../../exchange/stream-of.js';
import { SERVER_INFO } from '../../server-info.js';
import { answerKind, type FaultContext } from '../fault-kind.js';
import { afterNoSchema, answerAfterNo, refusalIn } from './after-no.js';
import { askOnStream } from './ask-on-stream.js';
import { eventItem } from './event-items.js';
import { eventPieces, PLAIN_EVENTS } from './event-pieces.js';
import { jsonText, objectText } from './json-text.js';
import { rpcAnswerText } from './rpc-answer.js';

const fields = z
  .strictObject({
    inputRequests: z
      .json()
      .optional()
      .describe('The member `inputRequests`, sent as it is, right or wrong. Default: none.'),
    requestState: z
      .json()
      .optional()
      .describe('The member `requestState`, sent as it is, right or wrong. Default: none.'),
    raw: z
      .strictObject({
        inputRequests: jsonText().optional().describe('JSON text in place of `inputRequests`.'),
        requestState: jsonText().optional().describe('JSON text in place of `requestState`.'),
      })
      .default({})
      .describe('JSON text that is sent byte for byte, where writing it anew would change it.'),
    many: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('So many requests more, `roots/list` each, with the keys `key-1`, `key-2` …'),
    stateBytes: z
      .int()
      .min(1)
      .max(10_000_000)
      .optional()
      .describe('A `requestState` of so many letters instead.'),
    more: z
      .record(z.string().max(1_000), z.json())
      .default({})
      .describe('Further members of the result.'),
    as: z.enum(['json', 'sse']).default('json').describe('JSON body, or a stream of one event.'),
    before: z.array(eventItem).max(1_000).default([]).describe('Events before; makes it a stream.'),
    after: z
      .array(eventItem)
      .max(1_000)
      .default([])
      .describe('Events after, though there should be none; makes it a stream.'),
    times: z
      .union([z.int().min(1).max(1_000_000), z.literal('endless')])
      .default(1)
      .describe(
        '2025 era: how often it is asked on the stream before the call is answered. In the modern era each round is a request of its own: say which by `on.round`.',
      ),
    afterNo: afterNoSchema,
  })
  .refine(
    ({ requestState, raw, stateBytes }) =>
      [requestState, raw.requestState, stateBytes].filter((value) => value !== undefined).length <=
      1,
    { error: 'Give one of requestState, raw.requestState and stateBytes' },
  )
  .refine(
    ({ inputRequests, raw }) => inputRequests === undefined || raw.inputRequests === undefined,
    {
      error: 'Give one of inputRequests and raw.inputRequests',
    },
  );

export type AskFields = z.output<typeof fields>;

export const ask = answerKind({
  kind: 'ask',
  summary:
    'Asks the client for input before it answers, right or wrong: `input_required`, or requests on the stream of the call (2025 era). What comes back is compared.',
  fields,
  perform: (fault, context): Answer | Promise<Answer> | null => {
    const { rpc, era } = context.arrival;
    if (rpc.kind !== 'request') return context.healthy();
    const requests = fault.raw.inputRequests ?? textOf(withMany(fault));
    if (era === 'legacy') {
      return askOnStream({ ...fault, inputRequests: parsed(requests) }, context);
    }
    const { afterNo, as } = fault;
    if (afterNo === undefined || isFirstRound(rpc)) return askByResult(fault, requests, context);
    const refusal = refusalIn(parsed(requests), rpc);
    const next = refusal === null ? undefined : afterNo[refusal];
    if (next === undefined) return null;
    return next === 'ask_again'
      ? askByResult(fault, requests, context)
      : answerAfterNo(next, context.arrival, as);
  },
});

function isFirstRound({ inputResponses, requestState }: RpcMessage): boolean {
  return inputResponses === null && requestState === null;
}

function askByResult(
  fault: AskFields,
  requests: string | undefined,
  context: FaultContext,
): Answer {
  const { rpc } = context.arrival;
  const state = stateText(fault);
  context.given.inputs.give(rpc, { inputRequests: parsed(requests), requestState: parsed(state) });
  const more = { _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO }, ...fault.more };
  const result = objectText([
    ['resultType', '"input_required"'],
    ['inputRequests', requests],
    ['requestState', state],
    ...Object.entries(more).map(([name, value]) => [name, JSON.stringify(value)] as const),
  ]);
  const { as, before, after } = fault;
  const isAmongEvents = before.length + after.length > 0;
  const form = { status: 200, as: isAmongEvents ? 'sse' : as } as const;
  const answer = rpcAnswerText(rpc, 'result', result, form);
  if (!isAmongEvents || typeof answer.body !== 'string') return answer;
  const items = [...before, { raw: answer.body }, ...after];
  return { ...answer, body: streamOf(eventPieces({ items, ...PLAIN_EVENTS }, context)) };
}

function withMany({ inputRequests, many = 0 }: AskFields): unknown {
  if (many === 0) return inputRequests;
  const more = Array.from({ length: many }, (_, index) => [
    `key-${String(index + 1)}`,
    { method: 'roots/list' },
  ]);
  return Object.fromEntries([...Object.entries(inputRequests ?? {}), ...more]);
}

function stateText({ requestState, raw, stateBytes }: AskFields): string | undefined {
  if (stateBytes !== undefined) return JSON.stringify('s'.repeat(stateBytes));
  return raw.requestState ?? textOf(requestState);
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
