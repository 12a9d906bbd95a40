/** What is kept and what goes: finds a few rows beyond the limits and deletes them, never long enough to be felt. */
import type { ObservationKind, ObservationKinds } from './observation-kinds.js';
import type { ObservationTable } from './observation-table.js';
import type { SessionTable } from './session-table.js';
import type { Retention } from './store.js';
import type { WorkspaceTable } from './workspace-table.js';

const DAY = 24 * 60 * 60 * 1000;

export const DEFAULT_RETENTION: Retention = {
  perWorkspace: 100_000,
  maxAgeMs: 30 * DAY,
  totalBytes: 1024 ** 3,
};

/** Observations without a session, kept per workspace. */
export const REFUSED_PER_WORKSPACE = 10_000;
/** Ended sessions kept per workspace; open ones are never pruned. */
export const ENDED_SESSIONS_PER_WORKSPACE = 10_000;

/** A step ends at whichever comes first. Freeing the pages of a large body is what takes the time. */
const STEP_ROWS = 50;
const STEP_MS = 5;

export interface PruneTables {
  readonly workspaces: WorkspaceTable;
  readonly kinds: ObservationKinds;
  readonly observations: ObservationTable;
  readonly sessions: SessionTable;
}

export class Pruner {
  readonly #tables: PruneTables;
  readonly #retention: Retention;
  /** Session sets that may hold more than they should, or that no workspace names any more. */
  readonly #suspects: Set<number>;

  constructor(tables: PruneTables, retention: Retention) {
    this.#tables = tables;
    this.#retention = retention;
    this.#suspects = new Set(tables.sessions.sets());
  }

  /** Has a session set looked at by one of the next steps. */
  suspect(sessionSet: number): void {
    this.#suspects.add(sessionSet);
  }

  /** One step, inside a transaction; true if it found anything to delete. `now`: milliseconds since the epoch. */
  step(now: number): boolean {
    const victims = this.#victims(now);
    if (victims.length > 0) {
      this.#deleteObservations(victims);
      return true;
    }
    return this.#pruneSessions(now);
  }

  #deleteObservations(numbers: readonly number[]): void {
    const end = performance.now() + STEP_MS;
    for (const number of numbers) {
      this.#tables.observations.delete(number);
      if (performance.now() >= end) break;
    }
    this.#tables.kinds.save();
  }

  #victims(now: number): readonly number[] {
    const beyond = this.#beyondCount();
    if (beyond.length > 0) return beyond;
    const oldest = this.#tables.observations.oldest(STEP_ROWS);
    const cutoff = now - this.#retention.maxAgeMs;
    const aged = oldest.filter((place) => place.startedAt < cutoff);
    if (aged.length > 0) return aged.map((place) => place.number);
    let excess = this.#tables.kinds.totalBytes - this.#retention.totalBytes;
    const heavy: number[] = [];
    for (const place of oldest) {
      if (excess <= 0) break;
      heavy.push(place.number);
      excess -= place.bytes;
    }
    return heavy;
  }

  /** What no workspace names any more, or what a workspace has too many of. */
  #beyondCount(): readonly number[] {
    const named = new Set([...this.#tables.workspaces.all()].map((one) => one.observationSet));
    for (const set of this.#tables.kinds.sets()) {
      const kinds = this.#tables.kinds.ofSet(set);
      const withSession = kinds.filter((kind) => kind.refused === 0);
      const refused = kinds.filter((kind) => kind.refused === 1);
      const found = [
        ...this.#excess(withSession, named.has(set) ? this.#retention.perWorkspace : 0),
        ...this.#excess(refused, named.has(set) ? REFUSED_PER_WORKSPACE : 0),
      ];
      if (found.length > 0) return found.slice(0, STEP_ROWS);
    }
    return [];
  }

  #excess(kinds: readonly ObservationKind[], limit: number): readonly number[] {
    const rows = kinds.reduce((sum, kind) => sum + kind.rows, 0);
    if (rows <= limit) return [];
    return this.#tables.observations.oldestOf(kinds, Math.min(rows - limit, STEP_ROWS));
  }

  #pruneSessions(now: number): boolean {
    const { sessions, workspaces } = this.#tables;
    const named = new Set([...workspaces.all()].map((workspace) => workspace.sessionSet));
    for (const set of this.#suspects) {
      const deleted = named.has(set)
        ? sessions.deleteOverflow(set, ENDED_SESSIONS_PER_WORKSPACE, STEP_ROWS)
        : sessions.deleteOfSet(set, STEP_ROWS);
      if (deleted > 0) return true;
      this.#suspects.delete(set);
    }
    return sessions.deleteAged(now - this.#retention.maxAgeMs, STEP_ROWS) > 0;
  }
}
