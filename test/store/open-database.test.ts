import Database from 'better-sqlite3';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { APPLICATION_ID, MIGRATIONS } from '../../src/store/migrations.js';
import { openDatabase } from '../../src/store/open-database.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { StoreError } from '../../src/store/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { contentOf, observations, selection } from './records.js';

function expectRefusal(file: string, message: RegExp): void {
  let refusal: unknown;
  try {
    openSqliteStore({ file }).close();
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(StoreError);
  const text = refusal instanceof StoreError ? refusal.message : '';
  expect(text).toMatch(message);
  expect(text).not.toContain('\n');
}

/** Refused, and the file's folder is byte for byte what it was: no -wal and no -shm either. */
function expectUntouched(file: string, message: RegExp): void {
  const before = contentOf(path.dirname(file));
  expectRefusal(file, message);
  expect(contentOf(path.dirname(file))).toEqual(before);
}

function kitchenFile(rows = 0): string {
  const file = path.join(temporaryFolder(), 'kitchen.db');
  const store = openSqliteStore({ file });
  store.saveSelection('default', selection(1));
  if (rows > 0) store.write({ observations: observations(1, rows), sessions: [] });
  store.close();
  return file;
}

function change(file: string, position: number, bytes: Buffer): void {
  const descriptor = fs.openSync(file, 'r+');
  fs.writeSync(descriptor, bytes, 0, bytes.length, position);
  fs.closeSync(descriptor);
}

/** Root may write everywhere: there, the work is done as `nobody`. */
function withoutPrivileges(work: () => void): void {
  if (process.geteuid?.() !== 0) {
    work();
    return;
  }
  process.seteuid?.(65_534);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a file that can be used', () => {
  it('is made where there is none, with application id, version and a write-ahead log', () => {
    const { db, file } = openDatabase(path.join(temporaryFolder(), 'new.db'));
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    const header = fs.readFileSync(String(file));
    expect(header.readUInt32BE(68)).toBe(APPLICATION_ID);
    expect(header.readUInt32BE(60)).toBe(MIGRATIONS.length);
    db.close();
  });

  it('is held against every other program, without shared memory beside it', () => {
    const file = path.join(temporaryFolder(), 'kitchen.db');
    const store = openSqliteStore({ file });
    const other = new Database(file, { timeout: 0 });
    expect(() => other.prepare('SELECT * FROM workspaces').all()).toThrow(/database is locked/u);
    other.close();
    expect(fs.readdirSync(path.dirname(file)).toSorted()).toEqual(['kitchen.db', 'kitchen.db-wal']);
    store.close();
  });

  it('may be empty', () => {
    const file = path.join(temporaryFolder(), 'empty.db');
    fs.writeFileSync(file, '');
    const store = openSqliteStore({ file });
    expect(store.workspaces()).toEqual(['default']);
    store.close();
  });

  it('leaves nothing beside it once it was closed', () => {
    const file = kitchenFile(10);
    expect(Object.keys(contentOf(path.dirname(file)))).toEqual(['kitchen.db']);
  });

  it('is reopened with all that was in it', () => {
    const file = kitchenFile(10);
    const store = openSqliteStore({ file });
    expect(store.selection('default')).toEqual(selection(1));
    expect(store.observations('default', { limit: 100 })).toHaveLength(10);
    store.close();
  });

  it('may be a memory database, any number side by side', () => {
    const one = openSqliteStore({ file: ':memory:' });
    const other = openSqliteStore({ file: ':memory:' });
    one.createWorkspace('seat-1');
    expect(other.workspaces()).toEqual(['default']);
    expect(one.problem()).toBeNull();
    one.close();
    other.close();
  });
});

describe('a file that is refused and left untouched', () => {
  it('belongs to a newer kitchen', () => {
    const file = kitchenFile();
    const version = Buffer.alloc(4);
    version.writeUInt32BE(MIGRATIONS.length + 1);
    change(file, 60, version);
    expectUntouched(
      file,
      /has version 3, this kitchen knows versions up to 2: upgrade the kitchen/u,
    );
  });

  it('belongs to another application, with or without a write-ahead log', () => {
    for (const mode of ['DELETE', 'WAL']) {
      const file = path.join(temporaryFolder(), 'notes.db');
      const other = new Database(file);
      other.pragma(`journal_mode = ${mode}`);
      other.exec('CREATE TABLE notes (text TEXT)');
      other.close();
      expectUntouched(file, /database of another application: name another database file/u);
    }
  });

  it('belongs to another application that left its log behind', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'notes.db');
    const other = new Database(path.join(folder, 'live.db'));
    other.pragma('journal_mode = WAL');
    other.exec('CREATE TABLE notes (text TEXT)');
    fs.copyFileSync(path.join(folder, 'live.db'), file);
    fs.copyFileSync(path.join(folder, 'live.db-wal'), `${file}-wal`);
    other.close();
    expectUntouched(file, /another application/u);
  });

  it('is no database', () => {
    const file = path.join(temporaryFolder(), 'letter.db');
    fs.writeFileSync(file, 'Dear kitchen,\n'.repeat(1000));
    expectUntouched(file, /is not a SQLite database/u);
  });

  it('is shorter than a header', () => {
    const file = path.join(temporaryFolder(), 'short.db');
    fs.writeFileSync(file, 'SQLite');
    expectUntouched(file, /is not a SQLite database/u);
  });

  it('is cut off', () => {
    const file = kitchenFile(200);
    fs.truncateSync(file, 4096 * 5);
    expectUntouched(file, /is damaged \(it is cut off after 20480 bytes\): restore it/u);
  });

  it('has a page full of garbage', () => {
    const file = kitchenFile(200);
    change(file, 4096 * 20, Buffer.alloc(4096, 0x5a));
    expectUntouched(file, /is damaged \(.+\): restore it/u);
  });

  it('is held by another kitchen of this process', () => {
    const file = kitchenFile();
    const holder = openSqliteStore({ file });
    expectRefusal(file, /Another kitchen .* is using the database/u);
    holder.saveSelection('default', selection(2));
    holder.close();
    const next = openSqliteStore({ file });
    expect(next.selection('default')?.revision).toBe(2);
    next.close();
  });

  it('is a directory', () => {
    const folder = path.join(temporaryFolder(), 'folder');
    fs.mkdirSync(folder);
    expectUntouched(folder, /folder is a directory, not a file/u);
  });

  it('would lie in a folder that does not exist', () => {
    const folder = temporaryFolder();
    expectRefusal(
      path.join(folder, 'no', 'kitchen.db'),
      /There is no folder .*no for the database/u,
    );
    expect(contentOf(folder)).toEqual({});
  });

  it('would lie below a file', () => {
    const file = kitchenFile();
    expectRefusal(path.join(file, 'kitchen.db'), /There is no folder/u);
  });

  it.skipIf(!fs.existsSync('/proc/self'))('would lie where no file can be made', () => {
    expectRefusal(
      '/proc/kitchen.db',
      /cannot be opened for writing .*give this user write access/u,
    );
  });

  it('may not be written', () => {
    const file = kitchenFile();
    fs.chmodSync(path.dirname(file), 0o755);
    fs.chmodSync(file, 0o444);
    const before = contentOf(path.dirname(file));
    withoutPrivileges(() => {
      expectRefusal(file, /cannot be opened for writing \(.+\): give this user write access/u);
    });
    expect(contentOf(path.dirname(file))).toEqual(before);
  });

  it('lies in a folder that may not be written', () => {
    const file = kitchenFile();
    fs.chmodSync(path.dirname(file), 0o555);
    const before = contentOf(path.dirname(file));
    withoutPrivileges(() => {
      expectRefusal(file, /cannot be opened for writing \(.+\): give this user write access/u);
    });
    expect(contentOf(path.dirname(file))).toEqual(before);
    fs.chmodSync(path.dirname(file), 0o755);
  });
});
