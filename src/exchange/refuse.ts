/** Refuses a request before MCP is reached: it belongs to no session and raises no counter, but it is recorded. */
import type { Clock } from '../clock.js';
import { OUTCOME_LAYERS } from '../observations/outcome.js';
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
}

export interface RefusedRequest {
  readonly verb: string;
  readonly path: string;
  readonly workspace: string;
  /** What was read of it; null where it was refused before. */
  readonly arrival?: Arrival | null;
}

export interface RefusalSurroundings {
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly marks: boolean;
}

export function refuse(
  refusal: Refusal,
  request: RefusedRequest,
  wire: Pick<Wire, 'headers' | 'remote'>,
  extraHeaders: HeaderLines,
  surroundings: RefusalSurroundings,
): Response {
  const answer = recordRefusal(refusal, request, wire, extraHeaders, surroundings);
  const headers = answer.headers.map(([name, value]): [string, string] => [name, value]);
  return new Response(answer.body, { status: answer.status, headers });
}

/** Records the refusal; what is returned has yet to be sent. */
export function recordRefusal(
  { reason, status, detail, headers = [], errorCode }: Refusal,
  { verb, path, workspace, arrival = null }: RefusedRequest,
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
  const hasBody = status !== 204 && verb !== 'HEAD';
  const says =
    errorCode === undefined
      ? { error: reason, detail }
      : { jsonrpc: '2.0', error: { code: errorCode, message: detail }, id: null };
  const body = hasBody ? Buffer.from(`${JSON.stringify(says)}\n`) : Buffer.alloc(0);
  const lines: [string, string][] = [...headers, ...extraHeaders].map(([name, value]) => [
    name,
    value,
  ]);
  if (hasBody) lines.push(['Content-Type', 'application/json']);
  if (marks) lines.push(['Kitchen-Exchange', String(record.number)]);
  const outcome = status < 300 ? 'ACCEPTED' : 'HTTP_ERROR';
  record.finish(
    { status, headers: lines, bytes: body, total: body.byteLength, events: null },
    { outcome, layer: OUTCOME_LAYERS[outcome], errorCode: errorCode ?? null, resultType: null },
    null,
  );
  return { status, headers: lines, body: hasBody ? body : null };
}
