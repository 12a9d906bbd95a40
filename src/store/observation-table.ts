/** Queries on observations. */
import type { Database, Statement } from 'better-sqlite3';
import type { Observation, ObservationSummary } from '../observations/observation.js';
import type { ObservationKind, ObservationKinds } from './observation-kinds.js';
import type { ObservationRow } from './observation-rows.js';
import { readObservation, readSummary } from './observation-rows.js';
import type { StoreHealth } from './store-health.js';
import type { ObservationFilter } from './store.js';

interface Counted {
  readonly kind: number;
  readonly bytes: number;
}
interface Place {
  readonly number: number;
  readonly startedAt: number;
  readonly bytes: number;
}
type SeekParams = [kind: number, above: number, below: number, limit: number];
type SessionSeekParams = [session: string, ...SeekParams];

const COLUMNS = 'number, kind, session, started_at, bytes, summary, detail';

export class ObservationTable {
  readonly #kinds: ObservationKinds;
  readonly #health: StoreHealth;
  readonly #insert: Statement<[number, number, string | null, number, number, string, string]>;
  readonly #delete: Statement<[number], Counted>;
  readonly #oldest: Statement<[number], Place>;
  readonly #highest: Statement<[], number | null>;
  readonly #summary: Statement<[number], { summary: string }>;
  readonly #whole: Statement<[number], { kind: number; summary: string; detail: string }>;
  readonly #seek: Record<'asc' | 'desc', Statement<SeekParams, number>>;
  readonly #seekSession: Record<'asc' | 'desc', Statement<SessionSeekParams, number>>;

  constructor(db: Database, kinds: ObservationKinds, health: StoreHealth) {
    this.#kinds = kinds;
    this.#health = health;
    this.#insert = db.prepare(
      `INSERT INTO observations (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
    this.#delete = db.prepare('DELETE FROM observations WHERE number = ? RETURNING kind, bytes');
    this.#oldest = db.prepare(
      'SELECT number, started_at AS startedAt, bytes FROM observations ORDER BY number LIMIT ?',
    );
    this.#highest = db.prepare<[], number | null>('SELECT max(number) FROM observations').pluck();
    this.#summary = db.prepare('SELECT summary FROM observations WHERE number = ?');
    this.#whole = db.prepare('SELECT kind, summary, detail FROM observations WHERE number = ?');
    const seek = (order: string): Statement<SeekParams, number> =>
      db.prepare<SeekParams, number>(seekSql('kind = ?', order)).pluck();
    const seekSession = (order: string): Statement<SessionSeekParams, number> =>
      db.prepare<SessionSeekParams, number>(seekSql('session = ? AND kind = ?', order)).pluck();
    this.#seek = { asc: seek('ASC'), desc: seek('DESC') };
    this.#seekSession = { asc: seekSession('ASC'), desc: seekSession('DESC') };
  }

  /** The highest number in the table; 0 if it is empty. */
  highestNumber(): number {
    return this.#highest.get() ?? 0;
  }

  /** Inserts a row, or puts it in place of the one with its number. Inside a transaction. */
  put(set: number, row: ObservationRow): void {
    const kind = this.#kinds.of(set, row);
    if (!this.#tryInsert(kind, row)) {
      this.delete(row.number);
      this.#tryInsert(kind, row);
    }
    this.#kinds.count(kind.id, 1, row.bytes);
  }

  #tryInsert(kind: ObservationKind, row: ObservationRow): boolean {
    const { number, session, startedAt, bytes, summary, detail } = row;
    return (
      this.#insert.run(number, kind.id, session, startedAt, bytes, summary, detail).changes > 0
    );
  }

  /** Inside a transaction. */
  delete(number: number): void {
    const gone = this.#delete.get(number);
    if (gone !== undefined) this.#kinds.count(gone.kind, -1, -gone.bytes);
  }

  /** The observations with the lowest numbers, of all workspaces. */
  oldest(limit: number): readonly Place[] {
    return this.#oldest.all(limit);
  }

  /** The lowest numbers among some kinds. */
  oldestOf(kinds: readonly ObservationKind[], limit: number): readonly number[] {
    return this.#find(kinds, { after: 0, limit });
  }

  summaries(set: number, filter: ObservationFilter): readonly ObservationSummary[] {
    return this.#read(this.#list(set, filter), (number) => {
      const row = this.#summary.get(number);
      return row === undefined ? null : readSummary(row.summary);
    });
  }

  observations(set: number, filter: ObservationFilter): readonly Observation[] {
    return this.#read(this.#list(set, filter), (number) => this.#readWhole(set, number));
  }

  observation(set: number, number: number): Observation | null {
    return this.#read([number], () => this.#readWhole(set, number))[0] ?? null;
  }

  #readWhole(set: number, number: number): Observation | null {
    const row = this.#whole.get(number);
    if (row === undefined || !this.#kinds.ofSet(set).some((kind) => kind.id === row.kind))
      return null;
    return readObservation(row.summary, row.detail);
  }

  #read<T>(numbers: readonly number[], read: (number: number) => T | null): readonly T[] {
    const found: T[] = [];
    for (const number of numbers) {
      const item = this.#health.row(`observation ${String(number)}`, () => read(number));
      if (item !== null) found.push(item);
    }
    return found;
  }

  #list(set: number, filter: ObservationFilter): readonly number[] {
    return this.#find(this.#kinds.matching(set, filter), filter);
  }

  /**
   * Merges the newest (or, with `after`, the oldest) numbers of each kind. Once a page is full, its last number bounds
   * the search in the remaining kinds.
   */
  #find(
    kinds: readonly ObservationKind[],
    filter: Pick<ObservationFilter, 'session' | 'before' | 'after' | 'limit'>,
  ): readonly number[] {
    const order = filter.after === undefined ? 'desc' : 'asc';
    let above = filter.after ?? 0;
    let below = filter.before ?? Number.MAX_SAFE_INTEGER;
    let page: number[] = [];
    for (const { id } of kinds) {
      const found =
        filter.session === undefined
          ? this.#seek[order].all(id, above, below, filter.limit)
          : this.#seekSession[order].all(filter.session, id, above, below, filter.limit);
      if (found.length === 0) continue;
      page.push(...found);
      page.sort(order === 'asc' ? (a, b) => a - b : (a, b) => b - a);
      page = page.slice(0, filter.limit);
      const last = page.at(-1);
      if (page.length < filter.limit || last === undefined) continue;
      if (order === 'asc') below = last;
      else above = last;
    }
    return page;
  }
}

function seekSql(where: string, order: string): string {
  return `SELECT number FROM observations WHERE ${where} AND number > ? AND number < ?
          ORDER BY number ${order} LIMIT ?`;
}
