/** What the kitchen can be told to do: the one set of operations behind the admin API and `createKitchen()`. */
import type { Observation, ObservationSummary } from './observations/observation.js';
import type { LoadedScenario } from './scenario/contract.js';
import type { Expiry, NewSessionOn, Selection, SessionRecord } from './sessions/session.js';
import type { ObservationFilter, Page, SessionFilter } from './store/store.js';
import type { TlsProfile } from './wire/tls-profiles.js';

export interface SelectionInput {
  readonly scenario: string;
  /** Checked by the scenario's schema; defaults fill in what is left out. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** 0 to 2^32 - 1; chosen and saved where left out. */
  readonly seed?: number | undefined;
  readonly newSessionOn?: NewSessionOn | undefined;
  /** Ends all open sessions of the workspace by hand, so that the selection holds at once. */
  readonly endSessions?: boolean | undefined;
  /** Afterwards the workspace goes back to the selection before, if that does not expire by itself. */
  readonly expiresAfter?: Expiry | undefined;
}

export interface SavedSelection extends Selection {
  /** Sessions that still run on an older revision. */
  readonly openSessions: readonly SessionRecord[];
  /** What is legal and most often a mistake, say a method that MCP does not have; one sentence each. */
  readonly hints: readonly string[];
}

export interface OrderInput {
  readonly scenario: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly seed?: number | undefined;
  /** 1 to 64 of `A-Z a-z 0-9 _ -`; made where left out. */
  readonly key?: string | undefined;
}

/** For what needs a port that no other session uses: it can be closed, and speak TLS. */
export interface OwnPortInput {
  /** How long connections are refused at first, in milliseconds: 0 to an hour. Default 0. */
  readonly opensAfterMs?: number | undefined;
  /** TLS with this fault; `right` has none. Default: no TLS. */
  readonly tls?: TlsProfile | undefined;
}

export interface OrderedSession extends SessionRecord {
  readonly key: string;
  /** The session's own MCP address. */
  readonly url: string;
  /** What is legal and most often a mistake, say a method that MCP does not have; one sentence each. */
  readonly hints: readonly string[];
  /** File with the certificate of the authority that signs for `tls`; left out without TLS. */
  readonly caFile?: string | undefined;
}

export interface ResetResult {
  /** Workspaces whose selection was another one. */
  readonly healed: readonly string[];
  readonly endedSessions: number;
}

export interface WorkspaceInfo {
  readonly name: string;
  readonly mcpUrl: string;
  readonly selection: Selection;
  readonly openSessions: number;
}

export interface Health {
  readonly status: 'ok' | 'degraded';
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
  readonly version: string;
  readonly apiVersion: string;
  readonly protocolVersions: readonly string[];
  readonly uptimeMs: number;
}

/** One event of the live stream. */
export type LiveEvent =
  | {
      readonly type: 'started' | 'finished';
      readonly seq: number;
      readonly observation: ObservationSummary;
    }
  | {
      readonly type: 'gap';
      /** Number of the last event that was missed: what is delivered next comes after it. */
      readonly seq: number;
      /** Null where it is not known: the events were of an earlier run of the process. */
      readonly missed: number | null;
    };

export interface LiveStream {
  /** Names this run of the process: sequence numbers count within it. */
  readonly boot: string;
  /** Number of the latest event of this boot, whatever its workspace; 0 before the first. */
  readonly seq: number;
  /**
   * Delivers what happens in a workspace from now on, or after `seq` of this boot as far as it is still kept (a `gap`
   * event tells what is not). A listener that throws is dropped. `over` is called when the workspace is deleted, and
   * nothing comes any more. Returns the function that stops it.
   */
  subscribe(
    workspace: string,
    listener: (event: LiveEvent) => void,
    after?: number,
    over?: () => void,
  ): () => void;
}

/** Operations throw `KitchenError`; a workspace that does not exist is `unknown_workspace`. */
export interface KitchenService {
  readonly live: LiveStream;
  health(): Health;
  scenarios(): readonly LoadedScenario[];
  workspaces(): readonly WorkspaceInfo[];
  createWorkspace(name: string): WorkspaceInfo;
  deleteWorkspace(name: string): Promise<void>;
  selection(workspace: string): Selection;
  /** Creates the workspace if need be. `ifRevision` refuses with `revision_changed` where the revision is another. */
  select(workspace: string, input: SelectionInput, ifRevision?: number): SavedSelection;
  /** Back to `baseline`. */
  resetSelection(workspace: string, ifRevision?: number): SavedSelection;
  /** Everything healthy again: `baseline` in every workspace, and all open sessions ended by hand. */
  reset(): ResetResult;
  order(workspace: string, input: OrderInput): OrderedSession;
  /** The same with a port of its own, which closes when the session is ended by hand. */
  orderOnOwnPort(workspace: string, input: OrderInput, port: OwnPortInput): Promise<OrderedSession>;
  sessions(workspace: string, filter: SessionFilter): Page<SessionRecord>;
  session(workspace: string, id: string): SessionRecord;
  /** Ends one session by hand, also one that a newer session has replaced: what is still open in it stops. */
  endSession(workspace: string, id: string): SessionRecord;
  /** Ends all open sessions of the workspace by hand. */
  endSessions(workspace: string): readonly SessionRecord[];
  observations(workspace: string, filter: ObservationFilter): readonly Observation[];
  /** The same without headers and bodies, which are not even read then. */
  summaries(workspace: string, filter: ObservationFilter): readonly ObservationSummary[];
  observation(workspace: string, number: number): Observation;
  clearObservations(workspace: string): void;
}
