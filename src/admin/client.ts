/** A small client of the admin API, one method per route: typed by the OpenAPI document, spoken through by the verbs. */
import type { components, paths } from './api-types.js';
import { type AdminClientOptions, connectTo, dataOf } from './client-connection.js';
import { entityTag } from './entity-tag.js';
import { withoutUndefined, type Given } from './given.js';
import { observe, type ObservedEvent, type ObserveOptions } from './observe.js';

export type { AdminClientOptions } from './client-connection.js';
export { AdminClientError } from './client-error.js';
export type { ObservedEvent, ObserveOptions } from './observe.js';

type Schemas = components['schemas'];
type QueryOf<Path extends keyof paths> = Given<
  NonNullable<NonNullable<paths[Path]['get']>['parameters']['query']>
>;
type SessionsQuery = QueryOf<'/api/workspaces/{workspace}/sessions'>;
type ObservationsQuery = Omit<QueryOf<'/api/workspaces/{workspace}/observations'>, 'full'>;
export interface ObservationPage<Item extends Schemas['ObservationSummary']> {
  readonly observations: readonly Item[];
  /** Pass it as `before`, or as `after` where the page came from `after`; null at the end. */
  readonly next: number | null;
}

type SummaryPage = ObservationPage<Schemas['ObservationSummary']>;

/** Every method throws `AdminClientError` where the kitchen refuses or cannot be reached. */
export interface AdminClient {
  health(): Promise<Schemas['Health']>;
  scenarios(): Promise<{ readonly scenarios: readonly Schemas['Scenario'][] }>;
  scenario(id: string): Promise<Schemas['Scenario']>;
  workspaces(): Promise<{ readonly workspaces: readonly Schemas['Workspace'][] }>;
  createWorkspace(name: string): Promise<Schemas['Workspace']>;
  deleteWorkspace(name: string): Promise<void>;
  selection(workspace: string): Promise<Schemas['Selection']>;
  /** `ifRevision` refuses (412) where the selection has another revision by now. */
  select(
    workspace: string,
    input: Given<Schemas['SelectionInput']>,
    ifRevision?: number,
  ): Promise<Schemas['SavedSelection']>;
  resetSelection(workspace: string, ifRevision?: number): Promise<Schemas['SavedSelection']>;
  /** Everything healthy again. */
  reset(): Promise<Schemas['ResetResult']>;
  order(workspace: string, input: Given<Schemas['OrderInput']>): Promise<Schemas['OrderedSession']>;
  sessions(workspace: string, query?: SessionsQuery): Promise<Schemas['SessionPage']>;
  session(workspace: string, id: string): Promise<Schemas['Session']>;
  endSession(workspace: string, id: string): Promise<Schemas['Session']>;
  endSessions(workspace: string): Promise<{ readonly sessions: readonly Schemas['Session'][] }>;
  observations(workspace: string, query?: ObservationsQuery): Promise<SummaryPage>;
  /** The same with headers and bodies. */
  wholeObservations(
    workspace: string,
    query?: ObservationsQuery,
  ): Promise<ObservationPage<Schemas['Observation']>>;
  observation(workspace: string, number: number): Promise<Schemas['Observation']>;
  clearObservations(workspace: string): Promise<void>;
  /** What happens from now on, until `signal` aborts; goes on by itself after a lost connection. */
  observe(workspace: string, options?: ObserveOptions): AsyncGenerator<ObservedEvent, void>;
}

export function createAdminClient(options: AdminClientOptions): AdminClient {
  const api = connectTo(options);
  const at = (workspace: string) => ({ params: { path: { workspace } } });
  const listObservations = (workspace: string, query: ObservationsQuery, full: boolean) =>
    dataOf(
      api.GET('/api/workspaces/{workspace}/observations', {
        params: { path: { workspace }, query: withoutUndefined({ ...query, full }) },
      }),
    );

  return {
    health: () => dataOf(api.GET('/api/health')),
    scenarios: () => dataOf(api.GET('/api/scenarios')),
    scenario: (id) => dataOf(api.GET('/api/scenarios/{id}', { params: { path: { id } } })),
    workspaces: () => dataOf(api.GET('/api/workspaces')),
    createWorkspace: (name) => dataOf(api.POST('/api/workspaces', { body: { name } })),
    deleteWorkspace: async (name) => {
      await api.DELETE('/api/workspaces/{workspace}', at(name));
    },
    selection: (workspace) =>
      dataOf(api.GET('/api/workspaces/{workspace}/selection', at(workspace))),
    select: (workspace, input, ifRevision) =>
      dataOf(
        api.PUT('/api/workspaces/{workspace}/selection', {
          params: { path: { workspace }, header: ifMatch(ifRevision) },
          body: withoutUndefined(input),
        }),
      ),
    resetSelection: (workspace, ifRevision) =>
      dataOf(
        api.DELETE('/api/workspaces/{workspace}/selection', {
          params: { path: { workspace }, header: ifMatch(ifRevision) },
        }),
      ),
    reset: () => dataOf(api.POST('/api/reset', { body: {} })),
    order: (workspace, input) =>
      dataOf(
        api.POST('/api/workspaces/{workspace}/sessions', {
          ...at(workspace),
          body: withoutUndefined(input),
        }),
      ),
    sessions: (workspace, query = {}) =>
      dataOf(
        api.GET('/api/workspaces/{workspace}/sessions', {
          params: { path: { workspace }, query: withoutUndefined(query) },
        }),
      ),
    session: (workspace, session) =>
      dataOf(
        api.GET('/api/workspaces/{workspace}/sessions/{session}', {
          params: { path: { workspace, session } },
        }),
      ),
    endSession: (workspace, session) =>
      dataOf(
        api.POST('/api/workspaces/{workspace}/sessions/{session}/end', {
          params: { path: { workspace, session } },
          body: {},
        }),
      ),
    endSessions: (workspace) =>
      dataOf(api.POST('/api/workspaces/{workspace}/sessions/end', { ...at(workspace), body: {} })),
    observations: (workspace, query = {}) => listObservations(workspace, query, false),
    wholeObservations: async (workspace, query = {}) => {
      const page: SummaryPage = await listObservations(workspace, query, true);
      const { observations, next } = page;
      return { observations: observations.filter(isWhole), next };
    },
    observation: (workspace, number) =>
      dataOf(
        api.GET('/api/workspaces/{workspace}/observations/{number}', {
          params: { path: { workspace, number } },
        }),
      ),
    clearObservations: async (workspace) => {
      await api.DELETE('/api/workspaces/{workspace}/observations', at(workspace));
    },
    observe: (workspace, observeOptions = {}) => observe(api, workspace, observeOptions),
  };
}

function ifMatch(revision: number | undefined): { readonly 'if-match'?: string } {
  return revision === undefined ? {} : { 'if-match': entityTag(revision) };
}

/** The document cannot say that `full` alone decides between the two. */
function isWhole(
  observation: Schemas['ObservationSummary'],
): observation is Schemas['Observation'] {
  return 'request' in observation;
}
