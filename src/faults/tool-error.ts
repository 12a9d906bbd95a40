/** A valid tool result that says the tool failed (`isError: true`). */
import type { Answer } from '../exchange/answer.js';
import type { Arrival } from '../exchange/message.js';
import { SERVER_INFO } from '../server-info.js';
import { rpcAnswer } from './rpc-answer.js';

export interface ToolErrorFault {
  readonly kind: 'tool_error';
  /** Content blocks, put on the wire as they are. */
  readonly content: readonly unknown[];
  /** Left out where undefined. */
  readonly structuredContent?: unknown;
  readonly as: 'json' | 'sse';
}

export function performToolError(
  { content, structuredContent, as }: ToolErrorFault,
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
