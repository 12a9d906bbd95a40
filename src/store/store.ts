/** What lasts beyond the process: one interface, SQLite behind it. Every call is synchronous and short. */
import type { Observation, ObservationSummary } from '../observations/observation.js';
import type { Selection, SessionRecord } from '../sessions/session.js';

/** Limits for what is kept. */
export interface Retention {
  /** Observations kept per workspace; refused ones (without a session) have their own 10,000. Default 100,000. */
  readonly perWorkspace: number;
  /** Milliseconds; older observations go. Default 30 days. */
  readonly maxAgeMs: number;
  /** Bytes that all observations together may hold. Default 1 GiB. */
  readonly totalBytes: number;
}

export interface ObservationFilter {
  readonly session?: string | undefined;
  readonly method?: string | undefined;
  readonly outcome?: string | undefined;
  /** Kind of the injected fault; `any` for every injected one, `none` for exchanges without. */
  readonly fault?: string | undefined;
  /** Only numbers below this: newest first. */
  readonly before?: number | undefined;
  /** Only numbers above this: ascending. */
  readonly after?: number | undefined;
  /** 1 to 500. */
  readonly limit: number;
}

export interface SessionFilter {
  /** Cursor of the page before; opaque. */
  readonly before?: string | undefined;
  readonly open?: boolean | undefined;
  /** 1 to 500. */
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page starts; null at the end. */
  readonly next: string | null;
}

export interface Store {
  workspaces(): readonly string[];
  /** False where it exists. Committed on return. */
  createWorkspace(name: string): boolean;
  /** Deletes a workspace with its selection, sessions and observations; `default` is emptied instead. */
  deleteWorkspace(name: string): void;
  /** Above every revision that a deleted workspace ever had: where those of a new one begin. 0 before the first deletion. */
  firstRevision(): number;

  selection(workspace: string): Selection | null;
  /** Committed on return: survives a `kill -9`. */
  saveSelection(workspace: string, selection: Selection, fallback?: Selection): void;
  /** What a selection that expires goes back to. */
  fallback(workspace: string): Selection | null;

  /**
   * Reserves observation numbers up to and including `number`; after a restart, counting goes on above it. A lower number
   * than before gives back those that were never handed out.
   */
  reserveNumbers(number: number): void;
  /** The highest number ever reserved; 0 in a new file. */
  reservedNumber(): number;

  /** Writes in one transaction. Throws on a full disk or a lost file; nothing is written then. */
  write(batch: {
    readonly observations: readonly Observation[];
    readonly sessions: readonly SessionRecord[];
  }): void;

  observations(workspace: string, filter: ObservationFilter): readonly Observation[];
  /** The same without headers and bodies, and much cheaper. */
  summaries(workspace: string, filter: ObservationFilter): readonly ObservationSummary[];
  observation(workspace: string, number: number): Observation | null;
  clearObservations(workspace: string): void;
  sessions(workspace: string, filter: SessionFilter): Page<SessionRecord>;
  session(workspace: string, id: string): SessionRecord | null;
  /** The newest session that was ordered under a KEY; null where none was. */
  orderedSession(workspace: string, key: string): SessionRecord | null;

  /** Marks sessions that an earlier process left open as ended by `shutdown`. Called once at start. */
  endLeftOpenSessions(at: string): void;
  /**
   * Folds the write-ahead log into the file if it has grown long, which waits for the disk; true if it did.
   * @param isBusy more is about to be written, so that it waits for a better moment as long as it can
   */
  fold(isBusy?: boolean): boolean;
  /** Deletes a small step of what is beyond retention; true while there is more to do. */
  prune(now: number): boolean;
  /** The file is still there and takes writes; a sentence about what is wrong otherwise. */
  problem(): string | null;
  close(): void;
}

/** The database cannot be used; `message` says why and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
