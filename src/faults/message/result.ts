/** Any JSON-RPC result instead of the healthy one, right or wrong. */
import { z } from 'zod';
import { answerKind } from '../fault-kind.js';
import { rpcAnswer, statusWithBody } from './rpc-answer.js';

export const result = answerKind({
  kind: 'result',
  summary: 'A JSON-RPC response to the request with exactly this result.',
  fields: z.strictObject({
    result: z.json().describe('The member `result`, sent as it is. Nothing is added to it.'),
    status: statusWithBody().default(200).describe('HTTP status; not 204, 205 or 304.'),
    as: z.enum(['json', 'sse']).default('json').describe('JSON body, or a stream of one event.'),
  }),
  perform: (fault, { arrival }) =>
    rpcAnswer(arrival.rpc, 'result', fault.result, { status: fault.status, as: fault.as }),
});
