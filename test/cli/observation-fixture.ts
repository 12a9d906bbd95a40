/** An observation summary for tests of what the command prints. */
import type { ObservationSummary } from '../../src/observations/observation.js';

export function anObservation(changes: Partial<ObservationSummary> = {}): ObservationSummary {
  return {
    number: 12,
    workspace: 'default',
    session: '4f2a91c0ffee',
    refused: null,
    startedAt: '2026-08-01T10:31:07.123Z',
    durationMs: 3.2,
    state: 'finished',
    client: { name: 'my-client', version: '1.0.0', address: '127.0.0.1' },
    era: 'modern',
    protocolVersion: '2026-07-28',
    http: { method: 'POST', path: '/mcp', status: 200 },
    rpc: { kind: 'request', id: '1', method: 'tools/call', name: 'echo' },
    counters: { post: 2, method: 1, call: 1, round: null },
    scenario: { id: 'baseline', revision: 1 },
    fault: null,
    outcome: 'TOOL_SUCCESS',
    layer: 'application',
    errorCode: null,
    resultType: 'complete',
    closedBy: null,
    findings: [],
    repeatOf: null,
    ...changes,
  };
}
