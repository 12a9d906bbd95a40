/** Carries out what the kitchen can be told to do. */
import { API_VERSION } from './admin/api-version.js';
import type { Clock } from './clock.js';
import { KitchenError } from './errors.js';
import { mcpPath } from './http/mcp-address.js';
import type { LiveBus } from './observations/live.js';
import type { Observation, ObservationSummary } from './observations/observation.js';
import type { Recorder } from './observations/recorder.js';
import { Records } from './observations/records.js';
import type { RecordWriter } from './observations/writer.js';
import type { LoadedScenario } from './scenario/contract.js';
import { SelectedCatalogues } from './selected-catalogues.js';
import { SERVER_INFO } from './server-info.js';
import type {
  Health,
  KitchenService,
  OrderedSession,
  OrderInput,
  ResetResult,
  OwnPortInput,
  SavedSelection,
  SelectionInput,
  WorkspaceInfo,
} from './service.js';
import type { LiveSession } from './sessions/live-session.js';
import type { SessionRegistry } from './sessions/session-registry.js';
import type { Selection, SessionRecord } from './sessions/session.js';
import { isSessionCursor } from './store/session-table.js';
import type { ObservationFilter, Page, SessionFilter, Store } from './store/store.js';
import type { Upstream } from './upstream/upstream.js';
import type { Ports } from './wire/ports.js';
import { checkName, type Workspaces } from './workspaces.js';

const BASELINE = { scenario: 'baseline' } as const;

export interface ServiceParts {
  readonly clock: Clock;
  readonly store: Store;
  readonly writer: RecordWriter;
  readonly recorder: Recorder;
  readonly live: LiveBus;
  readonly workspaces: Workspaces;
  readonly sessions: SessionRegistry;
  readonly upstream: Upstream;
  readonly scenarios: ReadonlyMap<string, LoadedScenario>;
  readonly startedAt: number;
  /** The revisions that are spoken, newest first. */
  readonly protocolVersions: readonly string[];
  /** What is wrong with scenario files, one sentence each. */
  scenarioProblems(): readonly string[];
  readonly ports: Pick<Ports, 'open'>;
  baseUrl(): string;
  newKey(): string;
}

export class Service implements KitchenService {
  readonly #parts: ServiceParts;
  readonly #records: Records;
  readonly #catalogues: SelectedCatalogues;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#records = new Records(parts);
    this.#catalogues = new SelectedCatalogues(parts.upstream, parts.scenarios);
  }

  get live(): LiveBus {
    return this.#parts.live;
  }

  health(): Health {
    const { store, writer, workspaces, clock, startedAt } = this.#parts;
    const selected = [...this.#parts.scenarioProblems(), ...workspaces.problems()];
    const problems = [...selected, store.problem(), writer.problem()].filter(
      (problem): problem is string => problem !== null,
    );
    return {
      status: problems.length === 0 ? 'ok' : 'degraded',
      problems,
      version: SERVER_INFO.version,
      apiVersion: API_VERSION,
      protocolVersions: this.#parts.protocolVersions,
      uptimeMs: clock.now() - startedAt,
    };
  }

  scenarios(): readonly LoadedScenario[] {
    return [...this.#parts.scenarios.values()];
  }

  workspaces(): readonly WorkspaceInfo[] {
    return this.#parts.workspaces.names().map((name) => this.#workspaceInfo(name));
  }

  createWorkspace(name: string): WorkspaceInfo {
    if (this.#parts.workspaces.has(name)) {
      throw new KitchenError('conflict', `The workspace ${name} is there already.`);
    }
    this.#parts.workspaces.create(name);
    return this.#workspaceInfo(name);
  }

  async deleteWorkspace(name: string): Promise<void> {
    this.selection(name);
    this.#parts.sessions.forgetWorkspace(name);
    this.#parts.recorder.settle();
    this.#parts.writer.forget(name);
    this.#parts.workspaces.delete(name);
    this.#parts.live.end(name);
    await this.#parts.upstream.closeWorkspace(name);
  }

  selection(workspace: string): Selection {
    return this.#parts.workspaces.selection(workspace);
  }

  select(workspace: string, input: SelectionInput, ifRevision?: number): SavedSelection {
    const { workspaces, sessions } = this.#parts;
    const before = workspaces.has(workspace) ? workspaces.selection(workspace) : null;
    const selection = workspaces.select(workspace, input, ifRevision);
    if (before !== null) this.#catalogues.announceChange(workspace, before, selection);
    if (input.endSessions === true) this.endSessions(workspace);
    const openSessions = sessions
      .running(workspace)
      .filter(({ birth }) => !birth.ordered && birth.selection.revision !== selection.revision)
      .map((session) => session.toRecord());
    return { ...selection, openSessions, hints: this.#catalogues.hintsFor(selection) };
  }

  resetSelection(workspace: string, ifRevision?: number): SavedSelection {
    this.selection(workspace);
    return this.select(workspace, BASELINE, ifRevision);
  }

  reset(): ResetResult {
    const names = this.#parts.workspaces.names();
    const healed = names.filter((name) => this.selection(name).scenario !== BASELINE.scenario);
    for (const name of healed) this.select(name, BASELINE);
    const ended = names.map((name) => this.endSessions(name).length);
    return { healed, endedSessions: ended.reduce((sum, count) => sum + count, 0) };
  }

  order(workspace: string, input: OrderInput): OrderedSession {
    const { workspaces, sessions } = this.#parts;
    if (input.key !== undefined) checkName(input.key, 'key');
    checkName(workspace, 'workspace');
    const known = workspaces.has(workspace) ? workspaces.selection(workspace) : null;
    const selection = workspaces.compose(input, known?.revision ?? 0);
    if (known === null) workspaces.create(workspace);
    const key = input.key ?? this.#parts.newKey();
    const session = sessions.order({ workspace, key }, selection);
    if (session === undefined) {
      throw new KitchenError(
        'conflict',
        `A session with the key ${key} is open: end it first, or take another key.`,
        [{ path: 'key', message: 'Taken by an open session' }],
      );
    }
    return {
      ...session.toRecord(),
      key,
      url: `${this.#parts.baseUrl()}${mcpPath({ workspace, key })}`,
      hints: this.#catalogues.hintsFor(selection),
    };
  }

  async orderOnOwnPort(
    workspace: string,
    input: OrderInput,
    choice: OwnPortInput,
  ): Promise<OrderedSession> {
    const ordered = this.order(workspace, input);
    const address = { workspace, key: ordered.key };
    try {
      const { port, scheme, caFile } = await this.#parts.ports.open(address, choice);
      const url = new URL(ordered.url);
      url.protocol = scheme;
      url.port = String(port.port);
      return { ...ordered, url: url.href, ...(caFile !== null && { caFile }) };
    } catch (error) {
      this.endSession(workspace, ordered.id);
      throw error;
    }
  }

  sessions(workspace: string, filter: SessionFilter): Page<SessionRecord> {
    this.selection(workspace);
    if (filter.before !== undefined && !isSessionCursor(filter.before)) {
      const message = 'Give the `next` of the page before';
      throw new KitchenError('invalid_request', `before: ${message}.`, [
        { path: 'before', message },
      ]);
    }
    this.#parts.writer.flush();
    return this.#parts.store.sessions(workspace, filter);
  }

  session(workspace: string, id: string): SessionRecord {
    this.selection(workspace);
    const live = this.#liveSession(workspace, id);
    const record = live?.toRecord() ?? this.#parts.store.session(workspace, id);
    if (record === null) {
      throw new KitchenError('not_found', `The workspace ${workspace} has no session ${id}.`);
    }
    return record;
  }

  endSession(workspace: string, id: string): SessionRecord {
    this.selection(workspace);
    const live = this.#liveSession(workspace, id);
    if (live !== undefined) this.#parts.sessions.end(live, 'ended');
    return this.session(workspace, id);
  }

  endSessions(workspace: string): readonly SessionRecord[] {
    this.selection(workspace);
    const { sessions } = this.#parts;
    return sessions.running(workspace).map((session) => {
      sessions.end(session, 'ended');
      return session.toRecord();
    });
  }

  observations(workspace: string, filter: ObservationFilter): readonly Observation[] {
    this.selection(workspace);
    return this.#records.observations(workspace, filter);
  }

  summaries(workspace: string, filter: ObservationFilter): readonly ObservationSummary[] {
    this.selection(workspace);
    return this.#records.summaries(workspace, filter);
  }

  observation(workspace: string, number: number): Observation {
    this.selection(workspace);
    return this.#records.observation(workspace, number);
  }

  clearObservations(workspace: string): void {
    this.selection(workspace);
    this.#records.clear(workspace);
  }

  #liveSession(workspace: string, id: string): LiveSession | undefined {
    const session = this.#parts.sessions.get(id);
    return session?.birth.workspace === workspace ? session : undefined;
  }

  #workspaceInfo(name: string): WorkspaceInfo {
    return {
      name,
      mcpUrl: `${this.#parts.baseUrl()}${mcpPath({ workspace: name, key: null })}`,
      selection: this.selection(name),
      openSessions: this.#parts.sessions.open(name).length,
    };
  }
}
