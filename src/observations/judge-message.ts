/** Judges one JSON text: is it the response to a request, and what does it say? */
import type { Era, RpcKind } from '../exchange/message.js';
import { isSameId } from '../json/same-id.js';
import { readMemberToken } from '../json/tokens.js';
import { OUTCOME_LAYERS, type Layer, type Outcome } from './outcome.js';
import { hasRequiredShape, INPUT_METHODS, isInputRequired } from './result-shapes.js';

/** What a correct client concludes from an answer. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly layer: Layer;
  /** Code of the JSON-RPC error, if there was one. */
  readonly errorCode: number | null;
  /** What the result said; `complete` where it said nothing, null where there is no result object. */
  readonly resultType: string | null;
}

/** What has to be known of a request to judge its answer. */
export interface JudgedRequest {
  /** HTTP method. */
  readonly verb: string;
  readonly kind: RpcKind;
  readonly era: Era;
  readonly method: string | null;
  /** The `id` as its raw JSON token; null if absent. */
  readonly idToken: string | null;
}

export type MessageReading =
  /** The response to the request. */
  | { readonly kind: 'response'; readonly judgement: Judgement }
  /** A notification, or a request of the server. */
  | { readonly kind: 'message'; readonly method: string }
  /** No response to this request, or none at all; `says` is what it looks like. */
  | {
      readonly kind: 'defect';
      readonly outcome: 'MALFORMED_JSON' | 'INVALID_ENVELOPE';
      readonly says: 'result' | 'error' | 'other';
    };

type JsonObject = Readonly<Record<string, unknown>>;

export function judgement(
  outcome: Outcome,
  errorCode: number | null = null,
  resultType: string | null = null,
): Judgement {
  return { outcome, layer: OUTCOME_LAYERS[outcome], errorCode, resultType };
}

export function readResponse(text: string, request: JudgedRequest): MessageReading {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'defect', outcome: 'MALFORMED_JSON', says: 'other' };
  }
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return invalidEnvelope('other');
  const hasResult = Object.hasOwn(message, 'result');
  const hasError = Object.hasOwn(message, 'error');
  if (Object.hasOwn(message, 'method')) {
    const method = message['method'];
    if (hasResult || hasError || typeof method !== 'string') return invalidEnvelope('other');
    return { kind: 'message', method };
  }
  if (hasResult === hasError) return invalidEnvelope('other');
  if (hasResult) {
    if (!isIdOf(request, text, message)) return invalidEnvelope('result');
    return { kind: 'response', judgement: judgeResult(message['result'], request) };
  }
  const code = errorCodeOf(message);
  const error = message['error'];
  if (code === null || !isObject(error) || typeof error['message'] !== 'string') {
    return invalidEnvelope('error');
  }
  if (!isErrorIdOf(request, text, message)) return invalidEnvelope('error');
  return { kind: 'response', judgement: judgement('JSONRPC_ERROR', code) };
}

/** The code of a JSON-RPC error in a parsed body, whatever else is wrong with it. */
export function errorCodeOf(body: unknown): number | null {
  if (!isObject(body) || !isObject(body['error'])) return null;
  const code = body['error']['code'];
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}

function invalidEnvelope(says: 'result' | 'error' | 'other'): MessageReading {
  return { kind: 'defect', outcome: 'INVALID_ENVELOPE', says };
}

function isIdOf(request: JudgedRequest, text: string, message: JsonObject): boolean {
  if (!Object.hasOwn(message, 'id') || message['id'] === null || request.idToken === null) {
    return false;
  }
  const token = readMemberToken(text, 'id');
  return token !== null && isSameId(token, request.idToken);
}

/** An error may have a null id, and none at all where the request's id could not be read. */
function isErrorIdOf(request: JudgedRequest, text: string, message: JsonObject): boolean {
  if (!Object.hasOwn(message, 'id')) return request.idToken === null;
  return message['id'] === null || isIdOf(request, text, message);
}

function judgeResult(result: unknown, request: JudgedRequest): Judgement {
  const { era, method } = request;
  const invalid: Outcome = method === 'tools/call' ? 'INVALID_TOOL_RESULT' : 'INVALID_RESULT';
  if (!isObject(result)) return judgement(invalid);
  const said = Object.hasOwn(result, 'resultType') ? result['resultType'] : 'complete';
  const resultType = typeof said === 'string' ? said : null;
  // The 2025 era has no `resultType`: there it is one more member that means nothing.
  if (era === 'modern' && resultType === 'input_required') {
    const isLegal = method !== null && INPUT_METHODS.has(method) && isInputRequired(result);
    return judgement(isLegal ? 'INPUT_REQUIRED' : invalid, null, resultType);
  }
  const isComplete = era === 'legacy' || resultType === 'complete';
  if (!isComplete || !hasRequiredShape(era, method, result)) {
    return judgement(invalid, null, resultType);
  }
  if (method !== 'tools/call') return judgement('RESULT', null, resultType);
  return judgement(result['isError'] === true ? 'TOOL_ERROR' : 'TOOL_SUCCESS', null, resultType);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
