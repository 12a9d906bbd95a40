/** Keeps the two slow things apart: freeing rows, and folding the log into the file, which waits for the disk. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Pages in the log after which it is folded in; SQLite's own default. */
const FOLD_PAGES = 1000;

const progressSchema = z.tuple([z.object({ log: z.number(), checkpointed: z.number() })]);

export class WriteAheadLog {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Runs `work` whose commit will not fold the log, however long it has become. */
  withoutFolding<T>(work: () => T): T {
    this.#db.pragma('wal_autocheckpoint = 0');
    try {
      return work();
    } finally {
      this.#db.pragma(`wal_autocheckpoint = ${String(FOLD_PAGES)}`);
    }
  }

  /** Folds the log in if it is long; true if it was. */
  foldIfLong(): boolean {
    const [{ log, checkpointed }] = progressSchema.parse(this.#db.pragma('wal_checkpoint(NOOP)'));
    if (log - checkpointed < FOLD_PAGES) return false;
    this.#db.pragma('wal_checkpoint(PASSIVE)');
    return true;
  }
}
