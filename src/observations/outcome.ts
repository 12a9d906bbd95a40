/** What a correct client should conclude from an answer: the names, and the layer that each belongs to. */

export type Layer =
  'connection' | 'transport' | 'stream' | 'protocol' | 'application' | 'interaction' | 'none';

export const OUTCOME_LAYERS = {
  TOOL_SUCCESS: 'application',
  TOOL_ERROR: 'application',
  RESULT: 'application',
  INPUT_REQUIRED: 'interaction',
  JSONRPC_ERROR: 'protocol',
  MALFORMED_JSON: 'protocol',
  INVALID_ENVELOPE: 'protocol',
  INVALID_TOOL_RESULT: 'protocol',
  INVALID_RESULT: 'protocol',
  HTTP_ERROR: 'transport',
  UNEXPECTED_CONTENT_TYPE: 'transport',
  NO_RESPONSE: 'transport',
  ACCEPTED: 'transport',
  SESSION_END: 'transport',
  STREAM_INCOMPLETE: 'stream',
  STREAM: 'stream',
  CONNECTION_LOST: 'connection',
  CANCELLED: 'connection',
  PENDING: 'none',
  UNJUDGED: 'none',
} as const satisfies Record<string, Layer>;

export type Outcome = keyof typeof OUTCOME_LAYERS;

/** Outcomes that establish a session. */
export const ESTABLISHING_OUTCOMES: ReadonlySet<Outcome> = new Set<Outcome>([
  'RESULT',
  'TOOL_SUCCESS',
  'TOOL_ERROR',
  'INPUT_REQUIRED',
]);
