/** The way of an exchange, from the socket to the record. */
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { Recorder, RequestFacts } from '../observations/recorder.js';
import type { ExchangeRedactor } from '../observations/redact.js';
import type { LoadedScenario } from '../scenario/contract.js';
import { type Protocol, servingEra } from '../server-info.js';
import type { ProtocolSession } from '../sessions/protocol-sessions.js';
import type { SessionRegistry } from '../sessions/session-registry.js';
import type { LiveSession } from '../sessions/live-session.js';
import type { Upstream } from '../upstream/upstream.js';
import type { Wire } from '../wire/wire.js';
import type { Answer } from './answer.js';
import type { Arrival, HeaderLines, McpAddress } from './message.js';
import { receive } from './receive.js';
import { refuse, type Refusal } from './refuse.js';
import { noteRepeat, rememberCall } from './repeats.js';
import { respond, ScenarioFailure } from './respond.js';
import { RunningExchange } from './running-exchange.js';
import { AnswerSender } from './send-answer.js';

export interface ExchangeSurroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: SessionRegistry;
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  readonly maxBodyBytes: number;
  readonly protocol: Protocol;
  /** Bytes of a body that are kept for the record. */
  readonly keepBytes: number;
  /** Whether answers carry the `Kitchen-*` headers. */
  readonly marks: boolean;
  scenario(id: string): LoadedScenario | undefined;
  sessionChanged(session: LiveSession): void;
}

/** Answers one request to an MCP address that is open to it. Never rejects. */
export async function handleExchange(
  request: Request,
  wire: Wire,
  address: McpAddress,
  extraHeaders: HeaderLines,
  surroundings: ExchangeSurroundings,
): Promise<Response> {
  const refusal = (why: Refusal, arrival: Arrival | null = null): Response => {
    const { workspace } = address;
    const facts = { verb: request.method, path: wire.path, workspace, arrival };
    return refuse(why, facts, wire, extraHeaders, surroundings);
  };
  if (!VERBS.has(request.method)) return refusal(REFUSALS.method_not_allowed);
  const received = await receive(request, wire, address, surroundings);
  if (received.kind === 'refused') return refusal(REFUSALS[received.reason]);
  const redactor = surroundings.recorder.redactorFor(wire.headers);
  const arrival = withoutSecrets(received.arrival, redactor);
  const known = surroundings.sessions.protocolSession(arrival);
  const reason = known === undefined ? refusalOf(arrival, surroundings.protocol) : null;
  if (reason !== null) return refusal(REFUSALS[reason], arrival);
  const said = known ? saidBy(known, arrival) : arrival;
  return runInSession(said, wire, redactor, extraHeaders, surroundings);
}

/** Who calls is kept as long as its session, and tells its requests apart: a secret must not be part of it. */
function withoutSecrets(arrival: Arrival, redactor: ExchangeRedactor): Arrival {
  const { name, version } = arrival.client;
  const client = {
    name: redactor.text(name),
    version: version === null ? null : redactor.text(version),
  };
  return client.name === name && client.version === version ? arrival : { ...arrival, client };
}

/** Why a request does not get to a session; null if it does. */
function refusalOf(
  { mcpSessionId, verb, era }: Arrival,
  protocol: Protocol,
): keyof typeof REFUSALS | null {
  if (mcpSessionId !== null) return 'unknown_mcp_session';
  if (verb === 'POST') return null;
  return servingEra(protocol, era) === 'legacy' ? 'no_mcp_session' : 'method_not_allowed';
}

/** In the 2025 era only `initialize` says who calls, and the version may be left to it too. */
function saidBy({ client, protocolVersion }: ProtocolSession, arrival: Arrival): Arrival {
  return { ...arrival, client, protocolVersion: arrival.protocolVersion ?? protocolVersion };
}

async function runInSession(
  arrival: Arrival,
  wire: Wire,
  redactor: ExchangeRedactor,
  extraHeaders: HeaderLines,
  surroundings: ExchangeSurroundings,
): Promise<Response> {
  const { sessions, recorder, clock } = surroundings;
  const session = sessions.resolve(arrival);
  const snapshot = session.admit(arrival, (text) => redactor.text(text));
  const record = recorder.begin(requestFacts(arrival), arrival, snapshot, redactor);
  const exchange = new RunningExchange(arrival, snapshot, record, session, wire, sessions);
  noteRepeat(exchange);
  session.openExchanges.add(exchange);
  const sender = new AnswerSender({
    exchange,
    clock,
    keepBytes: surroundings.keepBytes,
    finished: () => {
      session.openExchanges.delete(exchange);
      session.lastSeenAt = clock.now();
      rememberCall(exchange);
      surroundings.sessionChanged(session);
    },
  });
  wire.onEnd((how) => {
    sender.end(how);
  });
  const answer = await answerTo(exchange, surroundings);
  return sender.send(answer, [...extraHeaders, ...marksOf(exchange, surroundings.marks)]);
}

async function answerTo(
  exchange: RunningExchange,
  surroundings: ExchangeSurroundings,
): Promise<Answer> {
  const { log } = surroundings;
  const { record } = exchange;
  const id = exchange.snapshot.scenario;
  try {
    const loaded = surroundings.scenario(id);
    if (loaded === undefined)
      throw new ScenarioFailure(`The scenario ${id} is not loaded any more.`);
    return await respond(exchange, loaded.scenario, surroundings);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const cause = failure.cause instanceof Error ? failure.cause : failure;
    const what =
      failure instanceof ScenarioFailure ? `The scenario ${id} threw` : 'The kitchen failed';
    // A client that has left, or a session that was ended, makes the healthy server give up: nobody's bug.
    if (!exchange.signal.aborted) {
      log({
        level: 'error',
        message: what,
        exchange: record.number,
        error: record.redact(cause.message),
      });
      record.fault = { kind: 'error', message: cause.message, stack: cause.stack ?? '' };
    }
    const body = `${what}. The record of exchange ${String(record.number)} has the details.\n`;
    return { status: 500, headers: [['Content-Type', 'text/plain; charset=utf-8']], body };
  }
}

const VERBS: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE']);

/** The rest of the body is not read. */
const CLOSE: HeaderLines = [['Connection', 'close']];
const REFUSALS = {
  body_too_large: {
    reason: 'body_too_large',
    status: 413,
    detail: 'The body is over the limit of --max-body.',
    headers: CLOSE,
  },
  body_broken: {
    reason: 'body_broken',
    status: 400,
    detail: 'The body ended before it was whole, or its framing is broken.',
    headers: CLOSE,
  },
  body_too_slow: {
    reason: 'body_too_slow',
    status: 408,
    detail: 'The body did not come whole in time.',
    headers: CLOSE,
  },
  content_coding: {
    reason: 'content_coding',
    status: 415,
    detail: 'Request bodies must not be compressed: leave Content-Encoding out.',
    // RFC 9110, section 12.5.3: tells it from a media type that is not supported.
    headers: [['Accept-Encoding', 'identity']],
  },
  transfer_coding: {
    reason: 'transfer_coding',
    // RFC 9112, section 6.1
    status: 501,
    detail: 'Transfer-Encoding can only be chunked.',
    headers: CLOSE,
  },
  method_not_allowed: {
    reason: 'method_not_allowed',
    status: 405,
    detail:
      'Protocol revision 2026-07-28 knows POST only; in the 2025 era GET and DELETE need an Mcp-Session-Id.',
    headers: [['Allow', 'POST']],
  },
  // 2025-11-25, basic/transports#session-management; the errors are those of the SDK.
  unknown_mcp_session: {
    reason: 'unknown_mcp_session',
    status: 404,
    detail: 'Session not found',
    errorCode: -32001,
  },
  no_mcp_session: {
    reason: 'no_mcp_session',
    status: 400,
    detail: 'Bad Request: Mcp-Session-Id header is required',
    errorCode: -32000,
  },
} as const satisfies Record<string, Refusal>;

function requestFacts({ at, address, verb, path, headers, remote }: Arrival): RequestFacts {
  return { at, workspace: address.workspace, verb, path, headers, remote, refused: null };
}

function marksOf({ snapshot, record }: RunningExchange, marks: boolean): HeaderLines {
  if (!marks) return [];
  const lines: [string, string][] = [
    ['Kitchen-Session', snapshot.session],
    ['Kitchen-Exchange', String(record.number)],
  ];
  if (record.fault !== null)
    lines.push(['Kitchen-Fault', `${snapshot.scenario}/${record.fault.kind}`]);
  return lines;
}
