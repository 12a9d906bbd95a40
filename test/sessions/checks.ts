/** Holds what clients and admins see of an exchange or a session against the model. */
import { expect } from 'vitest';
import type { ObservationSummary } from '../../src/observations/observation.js';
import type { SessionRecord } from '../../src/sessions/session.js';
import type { Answered } from '../support/mcp.js';
import type { ModelExchange, ModelSession } from './model-words.js';

/** What was read once, at arrival, and stays as it was. */
export function checkArrival(exchange: ModelExchange, observation: ObservationSummary): void {
  const { scenario, revision } = exchange.session.selection;
  expect(observation.scenario, 'scenario of the record').toEqual({ id: scenario, revision });
  expect(observation.counters, 'counters of the record').toEqual(exchange.raised);
}

export function checkFinish(
  exchange: ModelExchange,
  observation: ObservationSummary,
  now: number,
): void {
  checkArrival(exchange, observation);
  const { outcome, errorCode, closedBy, fault, http } = observation;
  const { expected, broken } = exchange;
  if (broken !== null) {
    const end = broken === 'ended' ? 'CONNECTION_LOST by server' : 'STREAM by client';
    expect(`${outcome} by ${String(closedBy)}`, 'end of the exchange').toBe(end);
    return;
  }
  const seen = { outcome, errorCode, status: http.status, fault: fault?.kind ?? null, at: now };
  expect(seen, 'outcome of the record').toEqual({
    outcome: expected.outcome,
    errorCode: expected.errorCode,
    status: expected.status,
    fault: expected.fault,
    at: expected.dueAt,
  });
}

export function checkAnswer(exchange: ModelExchange, answer: Answered, sessionId: string): void {
  const { expected, session, request, broken } = exchange;
  if (broken === 'ended') {
    // A stream may have begun before its session was ended.
    if (!expected.isStream) expect(answer.headers.get('kitchen-session'), 'interrupted').toBeNull();
    return;
  }
  const { scenario, revision } = session.selection;
  const seen = {
    status: answer.status,
    session: answer.headers.get('kitchen-session'),
    fault: answer.headers.get('kitchen-fault'),
  };
  expect(seen, 'answer that the client got').toEqual({
    status: expected.status,
    session: sessionId,
    fault: expected.fault === null ? null : `${scenario}/${expected.fault}`,
  });
  if (request.tool !== 'run_scenario' || expected.outcome !== 'TOOL_SUCCESS') return;
  expect(answer.json.result.structuredContent, 'what run_scenario saw').toEqual({
    scenario,
    session: sessionId,
    revision,
    counters: exchange.counters,
  });
}

export function checkAdminView(session: ModelSession, record: SessionRecord): void {
  const { key, established, end, selection, counters, startedAt, lastSeenAt } = session;
  const seen = {
    key: record.key,
    established: record.established,
    endReason: record.endReason,
    scenario: record.scenario,
    revision: record.revision,
    newSessionOn: record.newSessionOn,
    counters: record.counters,
    startedAt: Date.parse(record.startedAt),
    lastSeenAt: Date.parse(record.lastSeenAt),
  };
  expect(seen, 'session that admins see').toEqual({
    key,
    established,
    endReason: end,
    scenario: selection.scenario,
    revision: selection.revision,
    newSessionOn: selection.newSessionOn,
    counters,
    startedAt,
    lastSeenAt,
  });
}

/** No session was opened that the model knows nothing of. */
export function checkSessionIds(listed: readonly SessionRecord[], known: readonly string[]): void {
  expect(listed.map(({ id }) => id).toSorted(), 'all sessions').toEqual(known.toSorted());
}
