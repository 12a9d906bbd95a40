/** One call on its way through the SDK: what the handlers share, and what they leave for the answer. */
import {
  type JSONRPCErrorResponse,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { Arrival } from '../exchange/message.js';
import type { ServerPlan } from './plan.js';
import type { UpstreamCall } from './upstream.js';

export interface Serving {
  readonly call: UpstreamCall;
  readonly plan: ServerPlan;
  /** Tells listeners of the call's workspace that a list or a resource changed. */
  readonly notify: (change: Change) => void;
  /** Set where the answer must be this JSON-RPC error, whatever the SDK made of it. */
  refusal: ProtocolError | undefined;
  /** Set where the answer asks a round whose `requestState` can be answered until `expiresAt` (ms since the epoch). */
  asked: { readonly dialogue: string; readonly expiresAt: number } | undefined;
}

export function newServing(
  call: UpstreamCall,
  plan: ServerPlan,
  notify: (change: Change) => void,
): Serving {
  return { call, plan, notify, refusal: undefined, asked: undefined };
}

export type Change = 'tools' | 'prompts' | 'resources' | { readonly resource: string };

/** What a call is about: the same for all rounds of its dialogue. */
export interface CallIdentity {
  readonly method: string | null;
  readonly name: string | null;
  readonly args: unknown;
}

export function identifyCall({ rpc }: Arrival): CallIdentity {
  return { method: rpc.method, name: rpc.name, args: rpc.params?.['arguments'] ?? {} };
}

/**
 * Ends the call with -32602. The SDK turns whatever a tool throws into `isError`, so the error is also left for the
 * answer, where it takes the place of that result.
 */
export function refuse(serving: Serving, message: string, data: Record<string, unknown>): never {
  serving.refusal = new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
  throw serving.refusal;
}

/** The answer that a refusal comes to. */
export function refusalAnswer(
  { code, message, data }: ProtocolError,
  id: RequestId,
): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}
