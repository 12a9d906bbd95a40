/** The store in a SQLite file: puts the tables together and draws the lines of the transactions. */
import type { Database } from 'better-sqlite3';
import type { Observation, ObservationSummary } from '../observations/observation.js';
import type { Selection, SessionRecord } from '../sessions/session.js';
import { ObservationKinds } from './observation-kinds.js';
import { toRow } from './observation-rows.js';
import { ObservationTable } from './observation-table.js';
import type { OpenDatabase } from './open-database.js';
import { openDatabase } from './open-database.js';
import { DEFAULT_RETENTION, Pruner } from './retention.js';
import { SessionTable } from './session-table.js';
import { StoreHealth } from './store-health.js';
import type { ObservationFilter, Page, Retention, SessionFilter, Store } from './store.js';
import { WorkspaceTable } from './workspace-table.js';
import { WriteAheadLog } from './write-ahead-log.js';

export interface SqliteStoreOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  readonly retention?: Partial<Retention>;
}

/**
 * Opens the store for this process alone.
 * @throws {StoreError} where the file cannot be used; it is left as it was
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  return new SqliteStore(openDatabase(options.file), options.retention);
}

export class SqliteStore implements Store {
  readonly #db: Database;
  readonly #health: StoreHealth;
  readonly #log: WriteAheadLog;
  readonly #workspaces: WorkspaceTable;
  readonly #kinds: ObservationKinds;
  readonly #observations: ObservationTable;
  readonly #sessions: SessionTable;
  readonly #pruner: Pruner;
  #reserved: number;

  constructor({ db, file }: OpenDatabase, retention: Partial<Retention> = {}) {
    this.#db = db;
    this.#health = new StoreHealth(db, file);
    this.#log = new WriteAheadLog(db);
    const workspaces = new WorkspaceTable(db, this.#health);
    const kinds = new ObservationKinds(db);
    const observations = new ObservationTable(db, kinds, this.#health);
    const sessions = new SessionTable(db, this.#health);
    this.#pruner = new Pruner(
      { workspaces, kinds, observations, sessions },
      { ...DEFAULT_RETENTION, ...retention },
    );
    this.#workspaces = workspaces;
    this.#kinds = kinds;
    this.#observations = observations;
    this.#sessions = sessions;
    this.#reserved = Math.max(workspaces.reserved(), observations.highestNumber());
  }

  workspaces(): readonly string[] {
    return this.#workspaces.names();
  }

  createWorkspace(name: string): boolean {
    if (this.#workspaces.sets(name) !== undefined) return false;
    this.#changeWorkspaces(() => {
      this.#workspaces.create(name);
    });
    return true;
  }

  deleteWorkspace(name: string): void {
    const sets = this.#workspaces.sets(name);
    if (sets === undefined) return;
    const revision = this.selection(name)?.revision ?? 0;
    this.#changeWorkspaces(() => {
      this.#workspaces.delete(name);
      this.#workspaces.beginRevisionsAbove(revision);
    });
    this.#pruner.suspect(sets.sessionSet);
  }

  firstRevision(): number {
    return this.#health.read(0, () => this.#workspaces.firstRevision());
  }

  selection(workspace: string): Selection | null {
    return this.#health.read(null, () => this.#workspaces.selection(workspace));
  }

  fallback(workspace: string): Selection | null {
    return this.#health.read(null, () => this.#workspaces.fallback(workspace));
  }

  saveSelection(workspace: string, selection: Selection, fallback?: Selection): void {
    this.#changeWorkspaces(() => {
      if (this.#workspaces.sets(workspace) === undefined) this.#workspaces.create(workspace);
      this.#workspaces.saveSelection(workspace, selection, fallback);
    });
  }

  reserveNumbers(number: number): void {
    if (number === this.#reserved) return;
    this.#attempt(() => {
      this.#workspaces.reserve(number);
    });
    this.#reserved = number;
  }

  reservedNumber(): number {
    return this.#reserved;
  }

  write(batch: {
    readonly observations: readonly Observation[];
    readonly sessions: readonly SessionRecord[];
  }): void {
    const rows = batch.observations.map(toRow);
    this.#commit(() => {
      for (const row of rows) {
        const sets = this.#workspaces.sets(row.workspace);
        if (sets !== undefined) this.#observations.put(sets.observationSet, row);
      }
      for (const session of batch.sessions) {
        const sets = this.#workspaces.sets(session.workspace);
        if (sets === undefined) continue;
        this.#sessions.put(sets.sessionSet, session);
        this.#pruner.suspect(sets.sessionSet);
      }
      this.#kinds.save();
    });
  }

  observations(workspace: string, filter: ObservationFilter): readonly Observation[] {
    return this.#readObservations(workspace, [], (set) =>
      this.#observations.observations(set, filter),
    );
  }

  summaries(workspace: string, filter: ObservationFilter): readonly ObservationSummary[] {
    return this.#readObservations(workspace, [], (set) =>
      this.#observations.summaries(set, filter),
    );
  }

  observation(workspace: string, number: number): Observation | null {
    return this.#readObservations(workspace, null, (set) =>
      this.#observations.observation(set, number),
    );
  }

  clearObservations(workspace: string): void {
    if (this.#workspaces.sets(workspace) === undefined) return;
    this.#changeWorkspaces(() => {
      this.#workspaces.clearObservations(workspace);
    });
  }

  sessions(workspace: string, filter: SessionFilter): Page<SessionRecord> {
    const sets = this.#workspaces.sets(workspace);
    const none: Page<SessionRecord> = { items: [], next: null };
    if (sets === undefined) return none;
    return this.#health.read(none, () => this.#sessions.page(sets.sessionSet, filter));
  }

  session(workspace: string, id: string): SessionRecord | null {
    const sets = this.#workspaces.sets(workspace);
    if (sets === undefined) return null;
    return this.#health.read(null, () => this.#sessions.session(sets.sessionSet, id));
  }

  orderedSession(workspace: string, key: string): SessionRecord | null {
    const sets = this.#workspaces.sets(workspace);
    if (sets === undefined) return null;
    return this.#health.read(null, () => this.#sessions.ordered(sets.sessionSet, key));
  }

  endLeftOpenSessions(at: string): void {
    this.#attempt(() => {
      this.#sessions.endLeftOpen(at);
    });
  }

  fold(isBusy = false): boolean {
    return this.#health.read(false, () => this.#log.foldIfLong(isBusy));
  }

  prune(now: number): boolean {
    return this.#attempt(() => this.#pruner.step(now)) ?? false;
  }

  problem(): string | null {
    return this.#health.problem();
  }

  close(): void {
    this.#db.close();
  }

  #readObservations<T>(workspace: string, fallback: T, query: (set: number) => T): T {
    const sets = this.#workspaces.sets(workspace);
    if (sets === undefined) return fallback;
    return this.#health.read(fallback, () => query(sets.observationSet));
  }

  #changeWorkspaces(change: () => void): void {
    this.#commit(change);
    this.#health.read(undefined, () => {
      this.#workspaces.reload();
    });
  }

  /** @throws {StoreError} and leaves memory as the file is */
  #commit<T>(work: () => T): T {
    try {
      return this.#health.commit(work);
    } catch (error) {
      this.#health.read(undefined, () => {
        this.#kinds.reload();
      });
      throw error;
    }
  }

  /** For what nobody waits for: a failure is told by `problem()` alone. */
  #attempt<T>(work: () => T): T | undefined {
    try {
      return this.#commit(work);
    } catch {
      return undefined;
    }
  }
}
