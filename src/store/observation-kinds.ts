/**
 * The different combinations of what observations are filtered by, each with its count of rows and bytes. All of them
 * are kept in memory, so that filters are resolved and limits are watched without a query.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { ObservationRow } from './observation-rows.js';
import { cutName } from './observation-rows.js';
import type { ObservationFilter } from './store.js';

export interface ObservationKind {
  readonly id: number;
  readonly set: number;
  /** 1 where the observations belong to no session. */
  readonly refused: number;
  readonly method: string | null;
  readonly outcome: string;
  readonly fault: string | null;
  rows: number;
  bytes: number;
}

export class ObservationKinds {
  readonly #select: Statement<[], ObservationKind>;
  readonly #insert: Statement<[number, number, string | null, string, string | null]>;
  readonly #update: Statement<[number, number, number]>;
  readonly #delete: Statement<[number]>;
  readonly #byId = new Map<number, ObservationKind>();
  readonly #bySet = new Map<number, Map<string, ObservationKind>>();
  readonly #changed = new Set<ObservationKind>();
  #totalBytes = 0;

  constructor(db: Database) {
    this.#select = db.prepare(
      `SELECT id, observation_set AS "set", refused, method, outcome, fault,
              row_count AS rows, byte_count AS bytes FROM observation_kinds`,
    );
    this.#insert = db.prepare(
      `INSERT INTO observation_kinds (observation_set, refused, method, outcome, fault, row_count, byte_count)
       VALUES (?, ?, ?, ?, ?, 0, 0)`,
    );
    this.#update = db.prepare(
      'UPDATE observation_kinds SET row_count = ?, byte_count = ? WHERE id = ?',
    );
    this.#delete = db.prepare('DELETE FROM observation_kinds WHERE id = ?');
    this.reload();
  }

  /** Bytes of all observations. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Reads everything again: at start, and after a transaction was rolled back. */
  reload(): void {
    const kinds = this.#select.all();
    this.#byId.clear();
    this.#bySet.clear();
    this.#changed.clear();
    this.#totalBytes = 0;
    for (const kind of kinds) {
      this.#remember(kind);
      this.#totalBytes += kind.bytes;
    }
  }

  /** The kind of a row, made where it is new. Inside a transaction only. */
  of(set: number, row: ObservationRow): ObservationKind {
    const parts = {
      refused: row.session === null ? 1 : 0,
      method: row.method,
      outcome: row.outcome,
      fault: row.fault,
    };
    const known = this.#bySet.get(set)?.get(keyOf(parts));
    if (known !== undefined) return known;
    const { refused, method, outcome, fault } = parts;
    const id = Number(this.#insert.run(set, refused, method, outcome, fault).lastInsertRowid);
    const kind = { id, set, ...parts, rows: 0, bytes: 0 };
    this.#remember(kind);
    return kind;
  }

  /** Counts rows that came (or went, with negative numbers). Inside a transaction, which ends with `save`. */
  count(id: number, rows: number, bytes: number): void {
    const kind = this.#byId.get(id);
    if (kind === undefined) return;
    kind.rows += rows;
    kind.bytes += bytes;
    this.#totalBytes += bytes;
    this.#changed.add(kind);
  }

  /** Writes the counts, and drops kinds without rows. */
  save(): void {
    for (const kind of this.#changed) {
      if (kind.rows > 0) this.#update.run(kind.rows, kind.bytes, kind.id);
      else this.#forget(kind);
    }
    this.#changed.clear();
  }

  /** The sets that hold observations. */
  sets(): IterableIterator<number> {
    return this.#bySet.keys();
  }

  ofSet(set: number): readonly ObservationKind[] {
    return [...(this.#bySet.get(set)?.values() ?? [])];
  }

  /** The kinds of a set that a filter lets through. */
  matching(set: number, filter: ObservationFilter): readonly ObservationKind[] {
    const method = filter.method === undefined ? undefined : cutName(filter.method);
    return this.ofSet(set).filter(
      (kind) =>
        (method === undefined || kind.method === method) &&
        (filter.outcome === undefined || kind.outcome === filter.outcome) &&
        matchesFault(kind.fault, filter.fault) &&
        !(filter.session !== undefined && kind.refused === 1),
    );
  }

  #remember(kind: ObservationKind): void {
    this.#byId.set(kind.id, kind);
    let ofSet = this.#bySet.get(kind.set);
    if (ofSet === undefined) this.#bySet.set(kind.set, (ofSet = new Map()));
    ofSet.set(keyOf(kind), kind);
  }

  #forget(kind: ObservationKind): void {
    this.#delete.run(kind.id);
    this.#byId.delete(kind.id);
    const ofSet = this.#bySet.get(kind.set);
    ofSet?.delete(keyOf(kind));
    if (ofSet?.size === 0) this.#bySet.delete(kind.set);
  }
}

function matchesFault(fault: string | null, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'any') return fault !== null;
  if (wanted === 'none') return fault === null;
  return fault === cutName(wanted);
}

function keyOf(kind: Pick<ObservationKind, 'refused' | 'method' | 'outcome' | 'fault'>): string {
  return JSON.stringify([kind.refused, kind.method, kind.outcome, kind.fault]);
}
