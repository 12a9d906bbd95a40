/** Whether the store still works: watches the file, and remembers the last failure until a write succeeds again. */
import type { Database, Statement } from 'better-sqlite3';
import { SqliteError } from 'better-sqlite3';
import * as fs from 'node:fs';
import { firstLine } from './refusals.js';
import { StoreError } from './store.js';

export class StoreHealth {
  readonly #db: Database;
  readonly #file: string | null;
  readonly #identity: string | null;
  readonly #totalChanges: Statement<[], number>;
  readonly #damagedRows = new Set<string>();
  #failure: string | null = null;

  constructor(db: Database, file: string | null) {
    this.#db = db;
    this.#file = file;
    this.#totalChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
    this.#identity = file === null ? null : identityOf(file);
  }

  /** One sentence, or null. */
  problem(): string | null {
    return this.#lostFile() ?? this.#failure ?? this.#damage();
  }

  /** Runs `work` in one transaction. @throws {StoreError} where it could not be committed */
  commit<T>(work: () => T): T {
    const lost = this.#lostFile();
    if (lost !== null) throw new StoreError(lost);
    try {
      const before = this.#totalChanges.get();
      const result = this.#db.transaction(work).immediate();
      // A transaction that had nothing to write says nothing about the disk.
      if (this.#totalChanges.get() !== before) this.#failure = null;
      return result;
    } catch (error) {
      this.#failure = this.#explain(error, 'written');
      throw new StoreError(this.#failure, { cause: error });
    }
  }

  /** Runs a query; a failure becomes `fallback` and a problem. */
  read<T>(fallback: T, query: () => T): T {
    try {
      return query();
    } catch (error) {
      this.#failure = this.#explain(error, 'read');
      return fallback;
    }
  }

  /** Reads one stored row; one that cannot be understood is null and becomes a problem. */
  row<T>(name: string, read: () => T | null): T | null {
    try {
      return read();
    } catch (error) {
      if (error instanceof SqliteError) throw error;
      this.#damagedRows.add(name);
      return null;
    }
  }

  /** SQLite goes on writing into a file that was deleted or replaced, and everything would be lost in silence. */
  #lostFile(): string | null {
    if (this.#file === null) return null;
    const identity = identityOf(this.#file);
    if (identity === this.#identity) return null;
    const what = identity === null ? 'has vanished' : 'was replaced by another file';
    return `The database ${this.#file} ${what}: put it back, or restart the kitchen; nothing is stored until then.`;
  }

  #damage(): string | null {
    const [first] = this.#damagedRows;
    if (first === undefined) return null;
    return `The database holds ${String(this.#damagedRows.size)} unreadable rows (${first}): they are skipped; delete them, or restore the file from a copy.`;
  }

  #explain(error: unknown, done: 'read' | 'written'): string {
    const name = this.#file ?? ':memory:';
    const code = error instanceof SqliteError ? error.code : '';
    if (code.startsWith('SQLITE_FULL'))
      return `The disk is full, nothing more can be written to ${name}: free some space.`;
    if (code.startsWith('SQLITE_READONLY'))
      return `The database ${name} can only be read: give write access back to it and its folder.`;
    return `The database ${name} could not be ${done} (${firstLine(error)}): check the disk and the file.`;
  }
}

function identityOf(file: string): string | null {
  try {
    const { dev, ino } = fs.statSync(file, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch {
    return null;
  }
}
