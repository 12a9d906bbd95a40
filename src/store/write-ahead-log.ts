/** Keeps the slow things apart: writing and freeing rows, and folding the log into the file, which waits for the disk. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Pages in the log after which it is folded in, in a step of its own: as soon as nothing else is to do, and in any case. */
const FOLD_PAGES = { idle: 250, busy: 400 };
/** So long that only a burst of writes without such steps gets there: then a commit folds the log by itself. */
const FOLD_AT_COMMIT_PAGES = 20_000;

const progressSchema = z.tuple([z.object({ log: z.number(), checkpointed: z.number() })]);

export class WriteAheadLog {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    db.pragma(`wal_autocheckpoint = ${String(FOLD_AT_COMMIT_PAGES)}`);
  }

  /** Folds the log in if it is long; true if it was. @param isBusy whether more is about to be written */
  foldIfLong(isBusy: boolean): boolean {
    const [{ log, checkpointed }] = progressSchema.parse(this.#db.pragma('wal_checkpoint(NOOP)'));
    if (log - checkpointed < FOLD_PAGES[isBusy ? 'busy' : 'idle']) return false;
    this.#db.pragma('wal_checkpoint(PASSIVE)');
    return true;
  }
}
