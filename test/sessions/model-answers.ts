/** What a request is answered, given what its session froze and counted: the few scenarios that the model knows. */
import type { ModelRequest, ModelSelection, ModelSession } from './model-words.js';

const HOUR = 3_600_000;
/** Longer than every `delayMs` of the actions, so that one wait follows from one exchange. */
export const SLOW_MS = 150_000;

export interface ExpectedAnswer {
  readonly status: number;
  readonly outcome: string;
  readonly errorCode: number | null;
  readonly fault: 'http_status' | 'jsonrpc_error' | 'tool_error' | 'delay' | null;
  /** When the answer goes out. */
  readonly dueAt: number;
  /** The answer is a stream that stays open. */
  readonly isStream: boolean;
  /** The dialogue whose round the answer asks. */
  readonly asked?: object;
  /** The dialogue that the request has answered. */
  readonly answered?: object;
}

type Said = Omit<ExpectedAnswer, 'dueAt' | 'fault'>;

export function expectAnswer(
  session: ModelSession,
  request: ModelRequest,
  now: number,
): ExpectedAnswer {
  const at = { dueAt: now, fault: null };
  // Only a requestState still leads to a session that was ended by hand, and there it is refused.
  if (session.end === 'ended') return { ...error(200, -32602), ...at };
  const { scenario, params } = session.selection;
  if (scenario === 'http_status_sequence') {
    const isMeant = params.on === undefined || request.method === 'tools/call';
    if (isMeant) session.met += 1;
    const status = isMeant ? statusAt(params, session.met - 1) : 200;
    if (status !== 200) {
      return { ...plain(status, 'HTTP_ERROR'), dueAt: now, fault: 'http_status' };
    }
  } else if (scenario !== 'baseline' && request.method === 'tools/call') {
    session.met += 1;
    if (session.met === 1 && scenario === 'jsonrpc_error') {
      return { ...error(200, params.code ?? -32602), dueAt: now, fault: 'jsonrpc_error' };
    }
    if (session.met === 1 && scenario === 'tool_error') {
      return { ...plain(200, 'TOOL_ERROR'), dueAt: now, fault: 'tool_error' };
    }
  }
  const delayMs = params.delayMs ?? 0;
  const takesMs = request.tool === 'slow' ? SLOW_MS : 0;
  return {
    ...healthyAnswer(session, request, now),
    dueAt: now + Math.max(delayMs, takesMs),
    fault: delayMs > 0 ? 'delay' : null,
  };
}

function healthyAnswer(session: ModelSession, request: ModelRequest, now: number): Said {
  const { method, isNotification, tool } = request;
  if (method === null) return error(400, -32700);
  if (isNotification) return plain(202, 'ACCEPTED');
  if (method === 'server/discover') return plain(200, 'RESULT');
  if (method === 'subscriptions/listen') return { ...plain(200, 'STREAM'), isStream: true };
  if (method !== 'tools/call') return error(404, -32601);
  return tool === 'ask' ? answerToAsk(session, request, now) : plain(200, 'TOOL_SUCCESS');
}

function answerToAsk(session: ModelSession, request: ModelRequest, now: number): Said {
  const { state, answers } = request;
  if (state === null) return { ...plain(200, 'INPUT_REQUIRED'), asked: {} };
  const isGood = state !== 'foreign' && state.maker === session && now <= state.givenAt + HOUR;
  if (!isGood) return error(200, -32602);
  return answers === 'all'
    ? { ...plain(200, 'TOOL_SUCCESS'), answered: state.dialogue }
    : { ...plain(200, 'INPUT_REQUIRED'), asked: state.dialogue };
}

function statusAt(params: ModelSelection['params'], index: number): number {
  const { statusCodes = [], afterEnd } = params;
  const at = afterEnd === 'cycle' ? index % statusCodes.length : index;
  return statusCodes[Math.min(at, statusCodes.length - 1)] ?? 200;
}

function plain(status: number, outcome: string): Said {
  return { status, outcome, errorCode: null, isStream: false };
}

function error(status: number, errorCode: number): Said {
  return { status, outcome: 'JSONRPC_ERROR', errorCode, isStream: false };
}
