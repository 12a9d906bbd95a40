/** A small typed client of the admin API: one method per route. The verbs of the command line speak through it. */
import type { Observation } from '../observations/observation.js';
import type {
  Health,
  OrderedSession,
  OrderInput,
  SavedSelection,
  SelectionInput,
  WorkspaceInfo,
} from '../service.js';
import type { Selection, SessionRecord } from '../sessions/session.js';
import type { ObservationFilter, SessionFilter } from '../store/store.js';
import * as answers from './answer-schemas.js';
import { type AdminClientOptions, createConnection } from './client-connection.js';
import { entityTag } from './entity-tag.js';
import {
  observation,
  type ObservationPage,
  summaryPage,
  wholePage,
} from './observation-schemas.js';
import { observe, type ObservedEvent, type ObserveOptions } from './observe.js';
import type { ScenarioView } from './scenario-view.js';

export { AdminClientError, type AdminClientOptions } from './client-connection.js';
export type { ObservationPage } from './observation-schemas.js';
export type { ObservedEvent, ObserveOptions } from './observe.js';
export type { ScenarioView } from './scenario-view.js';

/** Every method throws `AdminClientError` where the kitchen refuses or cannot be reached. */
export interface AdminClient {
  health(): Promise<Health>;
  scenarios(): Promise<{ readonly scenarios: readonly ScenarioView[] }>;
  scenario(id: string): Promise<ScenarioView>;
  workspaces(): Promise<{ readonly workspaces: readonly WorkspaceInfo[] }>;
  createWorkspace(name: string): Promise<WorkspaceInfo>;
  deleteWorkspace(name: string): Promise<void>;
  selection(workspace: string): Promise<Selection>;
  /** `ifRevision` refuses (412) where the selection has another revision by now. */
  select(workspace: string, input: SelectionInput, ifRevision?: number): Promise<SavedSelection>;
  resetSelection(workspace: string, ifRevision?: number): Promise<SavedSelection>;
  order(workspace: string, input: OrderInput): Promise<OrderedSession>;
  sessions(workspace: string, filter?: Partial<SessionFilter>): Promise<answers.SessionPage>;
  session(workspace: string, id: string): Promise<SessionRecord>;
  endSession(workspace: string, id: string): Promise<SessionRecord>;
  endSessions(workspace: string): Promise<{ readonly sessions: readonly SessionRecord[] }>;
  observations(workspace: string, filter?: Partial<ObservationFilter>): Promise<ObservationPage>;
  /** The same with headers and bodies. */
  wholeObservations(
    workspace: string,
    filter?: Partial<ObservationFilter>,
  ): Promise<ObservationPage<Observation>>;
  observation(workspace: string, number: number): Promise<Observation>;
  clearObservations(workspace: string): Promise<void>;
  /** What happens from now on, until `signal` aborts; goes on by itself after a lost connection. */
  observe(workspace: string, options?: ObserveOptions): AsyncGenerator<ObservedEvent, void>;
}

export function createAdminClient(options: AdminClientOptions): AdminClient {
  const connection = createConnection(options);
  const { open, read } = connection;

  return {
    health: () => read(answers.health, { path: ['health'] }),
    scenarios: () => read(answers.scenarios, { path: ['scenarios'] }),
    scenario: (id) => read(answers.scenario, { path: ['scenarios', id] }),
    workspaces: () => read(answers.workspaces, { path: ['workspaces'] }),
    createWorkspace: (name) =>
      read(answers.workspace, { method: 'POST', path: ['workspaces'], body: { name } }),
    deleteWorkspace: async (name) => {
      await open({ method: 'DELETE', path: at(name) });
    },
    selection: (workspace) => read(answers.selection, { path: at(workspace, 'selection') }),
    select: (workspace, input, ifRevision) =>
      read(answers.savedSelection, {
        method: 'PUT',
        path: at(workspace, 'selection'),
        body: input,
        headers: ifMatch(ifRevision),
      }),
    resetSelection: (workspace, ifRevision) =>
      read(answers.savedSelection, {
        method: 'DELETE',
        path: at(workspace, 'selection'),
        headers: ifMatch(ifRevision),
      }),
    order: (workspace, input) =>
      read(answers.orderedSession, {
        method: 'POST',
        path: at(workspace, 'sessions'),
        body: input,
      }),
    sessions: (workspace, filter = {}) =>
      read(answers.sessionPage, { path: at(workspace, 'sessions'), query: { ...filter } }),
    session: (workspace, id) => read(answers.session, { path: at(workspace, 'sessions', id) }),
    endSession: (workspace, id) =>
      read(answers.session, {
        method: 'POST',
        path: at(workspace, 'sessions', id, 'end'),
        body: {},
      }),
    endSessions: (workspace) =>
      read(answers.endedSessions, {
        method: 'POST',
        path: at(workspace, 'sessions', 'end'),
        body: {},
      }),
    observations: (workspace, filter = {}) =>
      read(summaryPage, { path: at(workspace, 'observations'), query: { ...filter } }),
    wholeObservations: (workspace, filter = {}) =>
      read(wholePage, { path: at(workspace, 'observations'), query: { ...filter, full: true } }),
    observation: (workspace, number) =>
      read(observation, { path: at(workspace, 'observations', number) }),
    clearObservations: async (workspace) => {
      await open({ method: 'DELETE', path: at(workspace, 'observations') });
    },
    observe: (workspace, observeOptions = {}) => observe(connection, workspace, observeOptions),
  };
}

function at(
  workspace: string,
  ...rest: readonly (string | number)[]
): readonly (string | number)[] {
  return ['workspaces', workspace, ...rest];
}

function ifMatch(revision: number | undefined): Readonly<Record<string, string>> {
  return revision === undefined ? {} : { 'If-Match': entityTag(revision) };
}
