/** Looks at an existing database file without changing a byte of it, and refuses what this kitchen must not touch. */
import Database from 'better-sqlite3';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { APPLICATION_ID, MIGRATIONS } from './migrations.js';
import { firstLine, refusals } from './refusals.js';
import { SqliteError } from 'better-sqlite3';

/** Every page is checked only up to this size: a larger file would make the start slow. */
const CHECKED_BYTES = 32 * 1024 * 1024;
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;

/** Throws a `StoreError` unless the file is a sound kitchen database of a known version that nobody holds. */
export function inspectFile(file: string): void {
  // Closing any descriptor of a file drops all POSIX locks that this process has on it. SQLite keeps account of that,
  // plain reading does not: so SQLite is asked for the lock before the file is read.
  if (isHeld(file)) throw refusals.held(file);
  inspectHeader(file);
  if (fs.statSync(file).size > CHECKED_BYTES) return;
  const damage = findDamage(file);
  if (damage !== null) throw isHeld(file) ? refusals.held(file) : refusals.damaged(file, damage);
}

/** A read-only connection in exclusive mode gets as far as the lock and writes nothing, no -shm and no -wal either. */
function isHeld(file: string): boolean {
  let probe: Database.Database | undefined;
  try {
    probe = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    probe.pragma('locking_mode = EXCLUSIVE');
    probe.pragma('schema_version');
    return false;
  } catch (error) {
    return error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
  } finally {
    probe?.close();
  }
}

/** The fields of https://sqlite.org/fileformat2.html#the_database_header that say whose file this is. */
function inspectHeader(file: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = fs.openSync(file, 'r');
  let size: number;
  try {
    fs.readSync(descriptor, header, 0, HEADER_BYTES, 0);
    size = fs.fstatSync(descriptor).size;
  } finally {
    fs.closeSync(descriptor);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw refusals.noDatabase(file);
  checkIdentity(file, header.readUInt32BE(68), header.readUInt32BE(60));
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // With a write-ahead log beside it, the file may rightly be shorter than it says: a checkpoint was cut off.
  if (size < pages * pageSize && fileSize(`${file}-wal`) === 0)
    throw refusals.damaged(file, `it is cut off after ${String(size)} bytes`);
}

function checkIdentity(file: string, application: number, version: number): void {
  if (application !== APPLICATION_ID) throw refusals.foreign(file);
  if (version > MIGRATIONS.length) throw refusals.newer(file, version, MIGRATIONS.length);
}

/** Checks every page of a copy, since opening the original would already fold its write-ahead log into it. */
function findDamage(file: string): string | null {
  let folder: string;
  try {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kitchen-check-'));
  } catch {
    return null;
  }
  try {
    const copy = path.join(folder, 'copy.db');
    for (const suffix of ['', '-wal', '-journal'])
      if (fs.existsSync(file + suffix)) fs.copyFileSync(file + suffix, copy + suffix);
    return checkPages(copy);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function checkPages(copy: string): string | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(copy, { timeout: 0 });
    const verdict = String(db.pragma('quick_check(1)', { simple: true }));
    return verdict === 'ok' ? null : (verdict.split('\n').at(-1) ?? verdict);
  } catch (error) {
    return firstLine(error);
  } finally {
    db?.close();
  }
}

function fileSize(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
