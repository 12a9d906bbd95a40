/** Refuses a request before MCP is reached: it belongs to no session and raises no counter, but it is recorded. */
import type { Clock } from '../clock.js';
import { OUTCOME_LAYERS, type Outcome } from '../observations/outcome.js';
import type { RecordedFault, SentAnswer } from '../observations/exchange-record.js';
import type { Recorder } from '../observations/recorder.js';
import type { Wire } from '../wire/wire.js';
import type { Answer } from './answer.js';
import type { Arrival, HeaderLines } from './message.js';

export interface Refusal {
  /** Stable name of the reason, as it is recorded. */
  readonly reason: string;
  readonly status: number;
  /** What was wrong and what to do, in a sentence. */
  readonly detail: string;
  readonly headers?: HeaderLines;
  /** The body is a JSON-RPC error with this code where a client of MCP looks for one. */
  readonly errorCode?: number;
  /**
   * The client closed first: its own side only, so that the answer may still reach it, or the whole connection. Or the
   * kitchen did, without an answer (`let_down`).
   */
  readonly leaves?: 'answered' | 'unanswered' | 'let_down';
}

export interface RefusedRequest {
  readonly verb: string;
  readonly path: string;
  readonly workspace: string;
  /** What was read of it; null where it was refused before. */
  readonly arrival?: Arrival | null;
  /** What was wrong on purpose. */
  readonly fault?: RecordedFault | null;
}

export interface RefusalSurroundings {
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly marks: boolean;
}

const NOTHING_SENT: SentAnswer = {
  status: null,
  headers: [],
  bytes: new Uint8Array(0),
  total: 0,
  events: null,
};

/** Records the refusal; what is returned has yet to be sent. */
export function refuse(
  { reason, status, detail, headers = [], errorCode, leaves }: Refusal,
  { verb, path, workspace, arrival = null, fault = null }: RefusedRequest,
  wire: Pick<Wire, 'headers' | 'remote'>,
  extraHeaders: HeaderLines,
  { clock, recorder, marks }: RefusalSurroundings,
): Answer {
  const facts = {
    at: arrival?.at ?? clock.now(),
    workspace,
    verb,
    path,
    headers: wire.headers,
    remote: wire.remote,
    refused: reason,
  };
  const record = recorder.begin(facts, arrival, null);
  record.fault = fault;
  const hasBody = status !== 204 && verb !== 'HEAD';
  const says =
    errorCode === undefined
      ? { error: reason, detail }
      : { jsonrpc: '2.0', error: { code: errorCode, message: detail }, id: null };
  const body = hasBody ? `${JSON.stringify(says)}\n` : null;
  const bytes = Buffer.from(body ?? '');
  const lines: [string, string][] = [...headers, ...extraHeaders].map(([name, value]) => [
    name,
    value,
  ]);
  if (hasBody) lines.push(['Content-Type', 'application/json']);
  if (marks) lines.push(['Kitchen-Exchange', String(record.number)]);
  const outcome = outcomeOf(status, leaves);
  record.finish(
    leaves === 'unanswered' || leaves === 'let_down'
      ? NOTHING_SENT
      : { status, headers: lines, bytes, total: bytes.byteLength, events: null },
    { outcome, layer: OUTCOME_LAYERS[outcome], errorCode: errorCode ?? null, resultType: null },
    leaves === undefined ? null : leaves === 'let_down' ? 'server' : 'client',
  );
  return { status, headers: lines, body };
}

function outcomeOf(status: number, leaves: Refusal['leaves']): Outcome {
  if (leaves === 'let_down') return 'CONNECTION_LOST';
  if (leaves !== undefined) return 'CANCELLED';
  return status < 300 ? 'ACCEPTED' : 'HTTP_ERROR';
}
