/** The way of an exchange, from the socket to the record. */
import type { Clock } from '../clock.js';
import { FaultError } from '../faults/fault-error.js';
import { performAtHead } from '../faults/perform-faults.js';
import type { Log } from '../log.js';
import type { RequestFacts } from '../observations/exchange-record.js';
import type { Recorder } from '../observations/recorder.js';
import type { ExchangeRedactor } from '../observations/redact.js';
import type { LoadedScenario, Scenario } from '../scenario/contract.js';
import { type Protocol, servingEra } from '../server-info.js';
import type { ProtocolSession } from '../sessions/protocol-sessions.js';
import type { SessionRegistry } from '../sessions/session-registry.js';
import type { LiveSession } from '../sessions/live-session.js';
import type { Upstream } from '../upstream/upstream.js';
import { NoSocketError } from '../wire/no-socket.js';
import type { Wire } from '../wire/wire.js';
import type { Answer } from './answer.js';
import { type Ahead, chooseAhead } from './choose-ahead.js';
import type { Arrival, HeaderLines, McpAddress } from './message.js';
import type { ExchangePorts } from './exchange-context.js';
import { receive } from './receive.js';
import { REFUSALS, verbRefusal, VERBS } from './refusals.js';
import { refuse, type Refusal } from './refuse.js';
import { noteRepeat, rememberCall } from './repeats.js';
import { respond, respondAhead, ScenarioFailure } from './respond.js';
import { RunningExchange } from './running-exchange.js';
import { AnswerSender } from './send-answer.js';

export interface ExchangeSurroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: SessionRegistry;
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  readonly ports: ExchangePorts;
  readonly maxBodyBytes: number;
  readonly protocol: Protocol;
  /** Bytes of a body that are kept for the record. */
  readonly keepBytes: number;
  /** Whether answers carry the `Kitchen-*` headers. */
  readonly marks: boolean;
  scenario(id: string): LoadedScenario | undefined;
  sessionChanged(session: LiveSession): void;
  /** Counts for a selection that expires after so many POSTs. */
  posted(session: LiveSession): void;
}

/**
 * Answers one request to an MCP address that is open to it; with null where nothing more is to be sent. Never rejects.
 */
export async function handleExchange(
  wire: Wire,
  address: McpAddress,
  extraHeaders: HeaderLines,
  surroundings: ExchangeSurroundings,
): Promise<Answer | null> {
  const refusal = (why: Refusal, arrival: Arrival | null = null): Answer => {
    const { workspace } = address;
    const facts = { verb: wire.verb, path: wire.path, workspace, arrival };
    return refuse(why, facts, wire, extraHeaders, surroundings);
  };
  if (!VERBS.has(wire.verb)) return refusal(verbRefusal(wire.verb, surroundings.protocol));
  const ahead = chooseAhead(wire, address, surroundings);
  if (ahead !== null && !ahead.goesOn) return runAhead(ahead, wire, extraHeaders, surroundings);
  for (const fault of ahead?.faults ?? []) performAtHead(fault, wire);
  const received = await receive(wire, address, surroundings);
  if (received.kind === 'refused') return refusal(REFUSALS[received.reason]);
  const redactor = surroundings.recorder.redactorFor(wire.headers);
  const arrival = withoutSecrets(received.arrival, redactor);
  const known = surroundings.sessions.protocolSession(arrival);
  const why = known === undefined ? refusalOf(arrival, surroundings.protocol) : null;
  if (why !== null) return refusal(why, arrival);
  const said = known ? saidBy(known, arrival) : arrival;
  return runInSession(said, wire, redactor, extraHeaders, surroundings, (exchange) =>
    respond(exchange, loadedScenario(exchange), surroundings, ahead?.faults),
  );
}

/** A preflight meets faults of the head alone; null where none strikes. */
export function handlePreflight(
  wire: Wire,
  address: McpAddress,
  surroundings: ExchangeSurroundings,
): Promise<Answer | null> | null {
  const ahead = chooseAhead(wire, address, surroundings);
  return ahead === null || ahead.goesOn ? null : runAhead(ahead, wire, [], surroundings);
}

/** Answers a request whose body nobody reads. */
function runAhead(
  ahead: Ahead,
  wire: Wire,
  extraHeaders: HeaderLines,
  surroundings: ExchangeSurroundings,
): Promise<Answer | null> {
  const redactor = surroundings.recorder.redactorFor(wire.headers);
  return runInSession(ahead.arrival, wire, redactor, extraHeaders, surroundings, (exchange) =>
    respondAhead(exchange, ahead, surroundings),
  );
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
function refusalOf({ mcpSessionId, verb, era }: Arrival, protocol: Protocol): Refusal | null {
  if (mcpSessionId !== null) return REFUSALS.unknown_mcp_session;
  if (verb === 'POST') return null;
  return servingEra(protocol, era) === 'legacy'
    ? REFUSALS.no_mcp_session
    : verbRefusal(verb, protocol);
}

/**
 * In the 2025 era only `initialize` says who calls, and the version may be left to it too. Whatever other id was given
 * for it since, the session goes by its first one.
 */
function saidBy({ id, client, protocolVersion }: ProtocolSession, arrival: Arrival): Arrival {
  const known = arrival.protocolVersion ?? protocolVersion;
  return { ...arrival, client, protocolVersion: known, mcpSessionId: id };
}

async function runInSession(
  arrival: Arrival,
  wire: Wire,
  redactor: ExchangeRedactor,
  extraHeaders: HeaderLines,
  surroundings: ExchangeSurroundings,
  respondTo: (exchange: RunningExchange) => Promise<Answer>,
): Promise<Answer | null> {
  const { sessions, recorder, clock } = surroundings;
  const session = sessions.resolve(arrival);
  const snapshot = session.admit(arrival, (text) => redactor.text(text));
  if (arrival.verb === 'POST' && session.birth.selection.expiresAfter !== undefined) {
    surroundings.posted(session);
  }
  const record = recorder.begin(requestFacts(arrival), arrival, snapshot, redactor);
  const exchange = new RunningExchange(
    arrival,
    snapshot,
    record,
    session,
    wire,
    sessions,
    surroundings.ports,
  );
  noteRepeat(exchange);
  const leave = session.openExchanges.add(exchange);
  const sender = new AnswerSender({
    exchange,
    clock,
    keepBytes: surroundings.keepBytes,
    failed: (error) => {
      if (error instanceof FaultError) noteFailure(exchange, error, surroundings);
    },
    finished: () => {
      leave();
      session.lastSeenAt = clock.now();
      rememberCall(exchange);
      surroundings.sessionChanged(session);
    },
  });
  wire.onEnd((how) => {
    sender.end(how);
  });
  const answer = await answerTo(exchange, surroundings, respondTo);
  return sender.send(answer, [...extraHeaders, ...marksOf(exchange, surroundings.marks)]);
}

async function answerTo(
  exchange: RunningExchange,
  surroundings: ExchangeSurroundings,
  respondTo: (exchange: RunningExchange) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await respondTo(exchange);
  } catch (error) {
    const what = noteFailure(exchange, error, surroundings);
    const body = `${what}. The record of exchange ${String(exchange.record.number)} has the details.\n`;
    return { status: 500, headers: [['Content-Type', 'text/plain; charset=utf-8']], body };
  }
}

/** Writes down why there is no such answer; a sentence that says it. */
function noteFailure(
  { record, signal, snapshot }: RunningExchange,
  error: unknown,
  { log }: ExchangeSurroundings,
): string {
  const failure = error instanceof Error ? error : new Error(String(error));
  const cause = failure.cause instanceof Error ? failure.cause : failure;
  const what =
    failure instanceof ScenarioFailure
      ? `The scenario ${snapshot.scenario} threw`
      : failure instanceof FaultError || failure instanceof NoSocketError
        ? `The fault of the scenario ${snapshot.scenario} cannot be performed: ${failure.message}`
        : 'The kitchen failed';
  // A client that has left, or a session that was ended, makes the healthy server give up: nobody's bug.
  if (!signal.aborted) {
    log({
      level: 'error',
      message: what,
      exchange: record.number,
      error: record.redact(cause.message),
    });
    record.fault = { kind: 'error', message: cause.message, stack: cause.stack ?? '' };
  }
  return what;
}

/** As it was when the session began: a file that was saved since is for the next one. */
function loadedScenario({ session, snapshot }: RunningExchange): Scenario {
  if (session.loaded !== undefined) return session.loaded.scenario;
  throw new ScenarioFailure(`The scenario ${snapshot.scenario} is not loaded any more.`);
}

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
