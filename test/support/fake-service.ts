/** A kitchen in memory that does nothing but remember: what the admin API and its client are tried against. */
import { z } from 'zod';
import { KitchenError } from '../../src/errors.js';
import type { Observation, ObservationSummary } from '../../src/observations/observation.js';
import { summarize } from '../../src/observations/summarize.js';
import { LiveBus } from '../../src/observations/live.js';
import { defineScenario } from '../../src/scenario/define-scenario.js';
import type {
  KitchenService,
  OrderedSession,
  OrderInput,
  ResetResult,
  SavedSelection,
  SelectionInput,
  WorkspaceInfo,
} from '../../src/service.js';
import type { Selection, SessionRecord } from '../../src/sessions/session.js';
import type { ObservationFilter, Page, SessionFilter } from '../../src/store/store.js';

const AT = '2026-07-28T10:00:00.000Z';

const baseline = defineScenario({
  id: 'baseline',
  title: 'Baseline',
  group: 'application',
  summary: 'Nothing goes wrong.',
  params: z.strictObject({ delayMs: z.number().default(0).describe('Milliseconds of delay.') }),
  example: {},
  lesson: 'All is well.',
});

export class FakeService implements KitchenService {
  readonly live = new LiveBus('boot-1');
  readonly stored: Observation[] = [];
  readonly #selections = new Map<string, Selection>([['default', selectionOf('baseline', 1)]]);
  readonly #sessions: SessionRecord[] = [];

  health(): ReturnType<KitchenService['health']> {
    return {
      status: 'ok',
      problems: [],
      version: '0.1.0',
      apiVersion: '1',
      protocolVersions: ['2026-07-28'],
      uptimeMs: 12,
    };
  }

  scenarios(): ReturnType<KitchenService['scenarios']> {
    return [{ scenario: baseline, source: '/scenarios/baseline.ts' }];
  }

  workspaces(): readonly WorkspaceInfo[] {
    return [...this.#selections].map(([name, selection]) => info(name, selection));
  }

  createWorkspace(name: string): WorkspaceInfo {
    if (this.#selections.has(name)) throw new KitchenError('conflict', `${name} is there already.`);
    const selection = selectionOf('baseline', 1);
    this.#selections.set(name, selection);
    return info(name, selection);
  }

  async deleteWorkspace(name: string): Promise<void> {
    this.selection(name);
    this.#selections.delete(name);
  }

  selection(workspace: string): Selection {
    const selection = this.#selections.get(workspace);
    if (selection !== undefined) return selection;
    throw new KitchenError('unknown_workspace', `There is no workspace ${workspace}.`);
  }

  select(workspace: string, input: SelectionInput, ifRevision?: number): SavedSelection {
    const before = this.#selections.get(workspace)?.revision ?? 0;
    if (ifRevision !== undefined && ifRevision !== before) {
      throw new KitchenError('revision_changed', `The revision is ${String(before)}.`);
    }
    if (input.scenario !== 'baseline') {
      throw new KitchenError('unknown_scenario', `There is no scenario ${input.scenario}.`);
    }
    if (input.params?.['delayMs'] === 'x') {
      const errors = [{ path: 'params.delayMs', message: 'must be a number' }];
      throw new KitchenError('invalid_params', 'params.delayMs must be a number.', errors);
    }
    const selection = { ...selectionOf(input.scenario, before + 1), params: input.params ?? {} };
    this.#selections.set(workspace, selection);
    const openSessions = this.#sessions.filter((each) => each.endedAt === null);
    return { ...selection, openSessions, hints: [] };
  }

  resetSelection(workspace: string, ifRevision?: number): SavedSelection {
    this.selection(workspace);
    return this.select(workspace, { scenario: 'baseline' }, ifRevision);
  }

  reset(): ResetResult {
    return { healed: [...this.#selections.keys()], endedSessions: 0 };
  }

  orderOnOwnPort(workspace: string, input: OrderInput): Promise<OrderedSession> {
    return Promise.resolve(this.order(workspace, input));
  }

  order(workspace: string, input: OrderInput): OrderedSession {
    const key = input.key ?? 'made';
    const id = `session-${String(this.#sessions.length + 1)}`;
    const ordered = {
      ...sessionOf(id, workspace),
      key,
      url: `http://kitchen/w/${workspace}/s/${key}/mcp`,
      hints: [],
    };
    const { url: _url, hints: _hints, ...record } = ordered;
    this.#sessions.unshift(record);
    return ordered;
  }

  sessions(workspace: string, filter: SessionFilter): Page<SessionRecord> {
    this.selection(workspace);
    const { before, open, limit } = filter;
    const matching = this.#sessions
      .filter((each) => open === undefined || (each.endedAt === null) === open)
      .filter((each) => before === undefined || each.id < before);
    const items = matching.slice(0, limit);
    return { items, next: matching.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  session(workspace: string, id: string): SessionRecord {
    this.selection(workspace);
    const found = this.#sessions.find((each) => each.id === id);
    if (found === undefined) throw new KitchenError('not_found', `There is no session ${id}.`);
    return found;
  }

  endSession(workspace: string, id: string): SessionRecord {
    const index = this.#sessions.indexOf(this.session(workspace, id));
    const ended = { ...this.session(workspace, id), endedAt: AT, endReason: 'ended' as const };
    this.#sessions[index] = ended;
    return ended;
  }

  endSessions(workspace: string): readonly SessionRecord[] {
    this.selection(workspace);
    const open = this.#sessions.filter((each) => each.endedAt === null);
    return open.map(({ id }) => this.endSession(workspace, id));
  }

  summaries(workspace: string, filter: ObservationFilter): readonly ObservationSummary[] {
    return this.observations(workspace, filter).map(summarize);
  }

  observations(workspace: string, filter: ObservationFilter): readonly Observation[] {
    this.selection(workspace);
    const { before = Infinity, after = 0, session, method, outcome, fault } = filter;
    const ascending = this.stored
      .filter(({ number }) => number < before && number > after)
      .filter((each) => session === undefined || each.session === session)
      .filter((each) => method === undefined || each.rpc.method === method)
      .filter((each) => outcome === undefined || each.outcome === outcome)
      .filter((each) => fault === undefined || each.fault?.kind === fault);
    const ordered = filter.after === undefined ? ascending.toReversed() : ascending;
    return ordered.slice(0, filter.limit);
  }

  observation(workspace: string, number: number): Observation {
    this.selection(workspace);
    const found = this.stored.find((each) => each.number === number);
    if (found !== undefined) return found;
    throw new KitchenError('not_found', `There is no observation ${String(number)}.`);
  }

  clearObservations(workspace: string): void {
    this.selection(workspace);
    this.stored.length = 0;
  }
}

function selectionOf(scenario: string, revision: number): Selection {
  return { scenario, params: {}, seed: 7, newSessionOn: 'handshake', revision, updatedAt: AT };
}

function info(name: string, selection: Selection): WorkspaceInfo {
  return { name, mcpUrl: `http://kitchen/w/${name}/mcp`, selection, openSessions: 0 };
}

function sessionOf(id: string, workspace: string): SessionRecord {
  return {
    id,
    workspace,
    key: null,
    client: { name: 'tester', version: '1.0', address: '127.0.0.1' },
    era: 'modern',
    protocolVersion: '2026-07-28',
    scenario: 'baseline',
    params: {},
    revision: 1,
    seed: 7,
    newSessionOn: 'handshake',
    ordered: false,
    established: false,
    startedAt: AT,
    lastSeenAt: AT,
    endedAt: null,
    endReason: null,
    counters: { posts: 0, methods: {}, calls: {}, rounds: {} },
    rules: [],
  };
}

export function observationOf(number: number, more: Partial<Observation> = {}): Observation {
  const body = { body: '{}', encoding: 'utf8' as const, bytes: 2, truncated: false };
  return {
    number,
    workspace: 'default',
    session: 'session-1',
    refused: null,
    startedAt: AT,
    durationMs: 3,
    state: 'finished',
    client: { name: 'tester', version: '1.0', address: '127.0.0.1' },
    era: 'modern',
    protocolVersion: '2026-07-28',
    http: {
      method: 'POST',
      path: '/mcp',
      status: 200,
      requestHeaders: { accept: ['application/json', 'text/event-stream'] },
      responseHeaders: { 'content-type': 'application/json' },
    },
    rpc: { kind: 'request', id: '1', method: 'tools/call', name: 'echo' },
    request: body,
    response: { ...body, contentType: 'application/json', events: null },
    counters: { post: number, method: number, call: number, round: null },
    scenario: { id: 'baseline', revision: 1 },
    fault: null,
    outcome: 'TOOL_SUCCESS',
    layer: 'application',
    errorCode: null,
    resultType: null,
    closedBy: null,
    findings: [],
    repeatOf: null,
    ...more,
  };
}
