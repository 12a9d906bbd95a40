/** Opens the database for this process alone, or refuses with a sentence and leaves the file as it was. */
import Database from 'better-sqlite3';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { inspectFile } from './inspect-file.js';
import { migrate } from './migrations.js';
import { refusals, refuse } from './refusals.js';

export interface OpenDatabase {
  readonly db: Database.Database;
  /** Absolute path; null in memory. */
  readonly file: string | null;
}

/**
 * The lock is taken here and held until the database is closed; the operating system releases it even after `kill -9`.
 * @throws {StoreError} where the file cannot be used
 */
export function openDatabase(file: string): OpenDatabase {
  if (file === ':memory:') {
    const db = new Database(':memory:');
    migrate(db);
    return { db, file: null };
  }
  const absolute = path.resolve(file);
  let isNew = false;
  try {
    isNew = !inspectPath(absolute);
    return { db: openFile(absolute), file: absolute };
  } catch (error) {
    const refusal = refuse(absolute, error);
    if (isNew && refusal.message !== refusals.held(absolute).message) removeEmpty(absolute);
    throw refusal;
  }
}

/** True where a file with content is there already. */
function inspectPath(file: string): boolean {
  const folder = path.dirname(file);
  const folderStats = fs.statSync(folder, { throwIfNoEntry: false });
  if (folderStats?.isDirectory() !== true) throw refusals.noFolder(file, folder);
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) throw refusals.directory(file);
  if (stats !== undefined && !stats.isFile()) throw refusals.notAFile(file);
  // SQLite quietly opens what it may only read as read-only.
  fs.accessSync(folder, fs.constants.W_OK);
  if (stats !== undefined) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
  if (stats === undefined || stats.size === 0) return stats !== undefined;
  inspectFile(file);
  return true;
}

function openFile(file: string): Database.Database {
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    // Of a new file: an observation takes more than 1 KiB, so that many fit whole, and a commit writes fewer pages.
    db.pragma('page_size = 16384');
    // KiB: each fold of the log goes over what was written since, and much of it is still wanted.
    db.pragma('cache_size = -16384');
    // The log is always whole, also after a power cut; what was committed last may be missing then, not after a kill.
    db.pragma('synchronous = NORMAL');
    // A new file becomes a kitchen database in one step before it has a write-ahead log, so that its header, which
    // `inspectFile` reads, is never behind.
    const migrated = db.transaction(() => migrate(db)).exclusive();
    if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
      throw new Error('the file system offers no write-ahead log');
    if (migrated) db.pragma('wal_checkpoint(TRUNCATE)');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function removeEmpty(file: string): void {
  if (fs.statSync(file, { throwIfNoEntry: false })?.size === 0) fs.rmSync(file, { force: true });
}
