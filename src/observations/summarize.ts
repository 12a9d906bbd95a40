/** What lists and the live stream show of an observation: all but headers and bodies. */
import type { Observation, ObservationSummary } from './observation.js';

/** Spelled out: one is made for each exchange, and copying all but a few members takes longer than writing it as JSON. */
export function summarize(observation: Observation): ObservationSummary {
  const { http } = observation;
  return {
    number: observation.number,
    workspace: observation.workspace,
    session: observation.session,
    refused: observation.refused,
    startedAt: observation.startedAt,
    durationMs: observation.durationMs,
    state: observation.state,
    client: observation.client,
    era: observation.era,
    protocolVersion: observation.protocolVersion,
    http: { method: http.method, path: http.path, status: http.status },
    rpc: observation.rpc,
    counters: observation.counters,
    scenario: observation.scenario,
    fault: observation.fault,
    outcome: observation.outcome,
    layer: observation.layer,
    errorCode: observation.errorCode,
    resultType: observation.resultType,
    closedBy: observation.closedBy,
    findings: observation.findings,
    repeatOf: observation.repeatOf,
  };
}
