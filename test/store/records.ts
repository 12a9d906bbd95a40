/** Records and files for the tests of the store. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Observation } from '../../src/observations/observation.js';
import type { Selection, SessionRecord } from '../../src/sessions/session.js';

export const START = Date.parse('2026-08-01T10:00:00.000Z');

export function selection(revision: number, scenario = 'http_status_sequence'): Selection {
  return {
    scenario,
    params: { statusCodes: [503, 200] },
    seed: 7,
    newSessionOn: 'handshake',
    revision,
    updatedAt: new Date(START).toISOString(),
  };
}

export function session(id: string, change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id,
    workspace: 'default',
    key: null,
    client: { name: 'probe', version: '1.0.0', address: '127.0.0.1' },
    era: 'modern',
    protocolVersion: '2026-07-28',
    scenario: 'baseline',
    params: {},
    revision: 1,
    seed: 7,
    newSessionOn: 'handshake',
    ordered: false,
    established: true,
    startedAt: new Date(START).toISOString(),
    lastSeenAt: new Date(START).toISOString(),
    endedAt: null,
    endReason: null,
    counters: { posts: 1, methods: { 'tools/call': 1 }, calls: { echo: 1 }, rounds: {} },
    rules: [],
    ...change,
  };
}

export interface ObservationChange extends Partial<Omit<Observation, 'rpc'>> {
  readonly method?: string | null;
  /** Length of each body. */
  readonly bodyLength?: number;
}

export function observation(number: number, change: ObservationChange = {}): Observation {
  const { method = 'tools/call', bodyLength = 2, ...rest } = change;
  const body = {
    body: 'x'.repeat(bodyLength),
    encoding: 'utf8',
    bytes: bodyLength,
    truncated: false,
  } as const;
  return {
    number,
    workspace: 'default',
    session: 'S1',
    refused: null,
    startedAt: new Date(START + number).toISOString(),
    durationMs: 3,
    state: 'finished',
    client: { name: 'probe', version: null, address: '127.0.0.1' },
    era: 'modern',
    protocolVersion: '2026-07-28',
    http: {
      method: 'POST',
      path: '/mcp',
      status: 200,
      requestHeaders: { accept: ['application/json', 'text/event-stream'] },
      responseHeaders: { 'content-type': 'application/json' },
    },
    rpc: { kind: 'request', id: '1', method, name: 'echo' },
    request: body,
    response: { ...body, contentType: 'application/json', events: null },
    counters: { post: 1, method: 1, call: 1, round: null },
    scenario: { id: 'baseline', revision: 1 },
    fault: null,
    outcome: 'TOOL_SUCCESS',
    layer: 'application',
    errorCode: null,
    resultType: 'complete',
    closedBy: null,
    findings: [{ rule: 'C-HTTP-05', level: 'must', text: 'Accept lacks a media type.' }],
    repeatOf: null,
    ...rest,
  };
}

/** Numbers `from` to `to`, each made by `observation`. */
export function observations(
  from: number,
  to: number,
  change: ObservationChange = {},
): readonly Observation[] {
  return Array.from({ length: to - from + 1 }, (_, index) => observation(from + index, change));
}

export function numbersOf(list: readonly { readonly number: number }[]): readonly number[] {
  return list.map((one) => one.number);
}

/**
 * What is in a folder, byte for byte. Reading a file takes away the locks that this very process has on it: use it only
 * where another process holds the database, or none.
 */
export function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();
  return Object.fromEntries(
    files.map((name) => [name, fs.readFileSync(path.join(folder, name)).toString('base64')]),
  );
}
