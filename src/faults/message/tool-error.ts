/** A valid tool result that says the tool failed (`isError: true`). */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import type { Arrival } from '../../exchange/message.js';
import { SERVER_INFO } from '../../server-info.js';
import { answerKind } from '../fault-kind.js';
import { rpcAnswer } from './rpc-answer.js';

export interface ToolErrorFault {
  readonly kind: 'tool_error';
  /** Content blocks, put on the wire as they are. */
  readonly content: readonly unknown[];
  /** Left out where undefined. */
  readonly structuredContent?: unknown;
  readonly as: 'json' | 'sse';
}

export const toolError = answerKind({
  kind: 'tool_error',
  summary: 'A valid tool result that says the tool failed (`isError: true`).',
  fields: z.strictObject({
    content: z
      .array(z.json())
      .max(1_000)
      .default([{ type: 'text', text: 'The tool failed.' }])
      .describe('Content blocks, sent as they are.'),
    structuredContent: z.json().optional().describe('Left out by default.'),
    as: z.enum(['json', 'sse']).default('json').describe('JSON body, or a stream of one event.'),
  }),
  perform: (fault, { arrival }) => performToolError(fault, arrival),
});

export function performToolError(
  { content, structuredContent, as }: Omit<ToolErrorFault, 'kind'>,
  { rpc, era }: Pick<Arrival, 'rpc' | 'era'>,
): Answer {
  const failed = { content, structuredContent, isError: true };
  // basic/index#result-responses: the modern era marks every result and names the server in it.
  const result =
    era === 'modern'
      ? {
          resultType: 'complete',
          ...failed,
          _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
        }
      : failed;
  return rpcAnswer(rpc, 'result', result, { status: 200, as });
}
