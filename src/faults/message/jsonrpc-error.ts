/** A JSON-RPC error instead of the healthy answer. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import type { Arrival } from '../../exchange/message.js';
import { answerKind } from '../fault-kind.js';
import { dataOf, messageOf, statusOf, type AnsweredRequest } from './jsonrpc-codes.js';
import { rpcAnswer, statusWithBody } from './rpc-answer.js';

export interface JsonRpcErrorFault {
  readonly kind: 'jsonrpc_error';
  readonly code: number;
  readonly message: string;
  /** Left out of the error object where undefined. */
  readonly data?: unknown;
  /** 200 to 599. */
  readonly httpStatus: number;
  readonly as: 'json' | 'sse';
}

/** A JSON-RPC error as an author asks for it; what is left out is what the specification says for the code. */
export interface JsonRpcErrorChoice {
  readonly code: number;
  readonly message?: string | undefined;
  readonly data?: unknown;
  /** 200 to 599, or `auto` (the default): what the specification pairs with the code in the era of the request. */
  readonly httpStatus?: number | 'auto' | undefined;
  readonly as?: 'json' | 'sse' | undefined;
}

/** The fault for a JSON-RPC error, filled in for the request that it answers. */
export function jsonRpcError(
  choice: JsonRpcErrorChoice,
  request: AnsweredRequest,
): JsonRpcErrorFault {
  const { code, message = messageOf(code), data = dataOf(code, request) } = choice;
  const { httpStatus = 'auto', as = 'json' } = choice;
  return {
    kind: 'jsonrpc_error',
    code,
    message,
    ...(data === undefined ? {} : { data }),
    httpStatus: httpStatus === 'auto' ? statusOf(code, request.era) : httpStatus,
    as,
  };
}

export const jsonrpcError = answerKind({
  kind: 'jsonrpc_error',
  summary: 'A JSON-RPC error; what is left out is what the specification says for its code.',
  fields: z.strictObject({
    code: z.int().describe('The error code.'),
    message: z.string().max(10_000_000).optional().describe('Default: the text for the code.'),
    data: z
      .unknown()
      .optional()
      .describe('Default: what the specification asks for with the code.'),
    httpStatus: z
      .union([z.literal('auto'), statusWithBody()])
      .default('auto')
      .describe('HTTP status; `auto` is the one that the specification pairs with the code.'),
    as: z.enum(['json', 'sse']).default('json').describe('JSON body, or a stream of one event.'),
  }),
  resolve: (choice, arrival) => ({ data: undefined, ...jsonRpcError(choice, arrival) }),
  perform: (choice, { arrival }) => performJsonRpcError(jsonRpcError(choice, arrival), arrival),
});

export function performJsonRpcError(
  { code, message, data, httpStatus, as }: JsonRpcErrorFault,
  arrival: Pick<Arrival, 'rpc'>,
): Answer {
  return rpcAnswer(arrival.rpc, 'error', { code, message, data }, { status: httpStatus, as });
}
