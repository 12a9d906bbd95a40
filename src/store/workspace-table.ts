/** Workspaces, their selections, and the numbers that must never come again. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type { Selection } from '../sessions/session.js';
import type { StoreHealth } from './store-health.js';

/** Where the rows of a workspace are; a new set number empties it. */
export interface WorkspaceSets {
  readonly name: string;
  readonly sessionSet: number;
  readonly observationSet: number;
}

export const DEFAULT_WORKSPACE = 'default';

const selectionSchema: z.ZodType<Selection> = z.object({
  scenario: z.string(),
  params: z.record(z.string(), z.unknown()),
  seed: z.number(),
  newSessionOn: z.enum(['handshake', 'idle', 'end']),
  revision: z.number(),
  updatedAt: z.string(),
  expiresAfter: z.union([z.object({ ms: z.number() }), z.object({ posts: z.number() })]).optional(),
});

const storedSchema = z.looseObject({ fallback: selectionSchema.optional() });

export class WorkspaceTable {
  readonly #health: StoreHealth;
  readonly #all: Statement<[], WorkspaceSets>;
  readonly #insert: Statement<[string, number, number]>;
  readonly #delete: Statement<[string]>;
  readonly #empty: Statement<[number, number, string]>;
  readonly #setObservations: Statement<[number, string]>;
  readonly #selection: Statement<[string], string | null>;
  readonly #saveSelection: Statement<[string, string]>;
  readonly #nextSet: Statement<[], number>;
  readonly #reserve: Statement<[number]>;
  readonly #reserved: Statement<[], number>;
  readonly #firstRevision: Statement<[], number>;
  readonly #setFirstRevision: Statement<[number]>;
  readonly #byName = new Map<string, WorkspaceSets>();

  constructor(db: Database, health: StoreHealth) {
    this.#health = health;
    this.#all = db.prepare(
      `SELECT name, session_set AS sessionSet, observation_set AS observationSet
       FROM workspaces ORDER BY id`,
    );
    this.#insert = db.prepare(
      'INSERT INTO workspaces (name, session_set, observation_set) VALUES (?, ?, ?)',
    );
    this.#delete = db.prepare('DELETE FROM workspaces WHERE name = ?');
    this.#empty = db.prepare(
      'UPDATE workspaces SET session_set = ?, observation_set = ?, selection = NULL WHERE name = ?',
    );
    this.#setObservations = db.prepare('UPDATE workspaces SET observation_set = ? WHERE name = ?');
    this.#selection = db
      .prepare<[string], string | null>('SELECT selection FROM workspaces WHERE name = ?')
      .pluck();
    this.#saveSelection = db.prepare('UPDATE workspaces SET selection = ? WHERE name = ?');
    this.#nextSet = db
      .prepare<[], number>(
        `UPDATE meta SET value = value + 1 WHERE key = 'last_set' RETURNING value`,
      )
      .pluck();
    this.#reserve = db.prepare(`UPDATE meta SET value = ? WHERE key = 'reserved_number'`);
    this.#reserved = db
      .prepare<[], number>(`SELECT value FROM meta WHERE key = 'reserved_number'`)
      .pluck();
    this.#firstRevision = db
      .prepare<[], number>(`SELECT value FROM meta WHERE key = 'first_revision'`)
      .pluck();
    this.#setFirstRevision = db.prepare(
      `INSERT INTO meta VALUES ('first_revision', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    this.reload();
  }

  /** Reads the names again: at start, and after every change. */
  reload(): void {
    const all = this.#all.all();
    this.#byName.clear();
    for (const workspace of all) this.#byName.set(workspace.name, workspace);
  }

  /** In the order in which they were created, `default` first. */
  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  sets(name: string): WorkspaceSets | undefined {
    return this.#byName.get(name);
  }

  all(): IterableIterator<WorkspaceSets> {
    return this.#byName.values();
  }

  /** Inside a transaction, as everything below. */
  create(name: string): void {
    this.#insert.run(name, this.#newSet(), this.#newSet());
  }

  delete(name: string): void {
    if (name === DEFAULT_WORKSPACE) this.#empty.run(this.#newSet(), this.#newSet(), name);
    else this.#delete.run(name);
  }

  clearObservations(name: string): void {
    this.#setObservations.run(this.#newSet(), name);
  }

  saveSelection(name: string, selection: Selection, fallback?: Selection): void {
    this.#saveSelection.run(JSON.stringify({ ...selection, fallback }), name);
  }

  fallback(name: string): Selection | null {
    const text = this.#selection.get(name);
    if (text === undefined || text === null) return null;
    return this.#health.row(
      `fallback of ${name}`,
      () => storedSchema.parse(JSON.parse(text)).fallback ?? null,
    );
  }

  selection(name: string): Selection | null {
    const text = this.#selection.get(name);
    if (text === undefined || text === null) return null;
    return this.#health.row(`selection of ${name}`, () => selectionSchema.parse(JSON.parse(text)));
  }

  /** Also above those of workspaces that were never given a selection: they have the first one. */
  beginRevisionsAbove(revision: number): void {
    this.#setFirstRevision.run(Math.max(this.firstRevision(), revision) + 1);
  }

  firstRevision(): number {
    return this.#firstRevision.get() ?? 0;
  }

  reserve(number: number): void {
    this.#reserve.run(number);
  }

  reserved(): number {
    return this.#reserved.get() ?? 0;
  }

  #newSet(): number {
    return this.#nextSet.get() ?? 0;
  }
}
