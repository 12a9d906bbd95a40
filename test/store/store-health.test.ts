import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../src/store/open-database.js';
import { openDatabase } from '../../src/store/open-database.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { StoreError } from '../../src/store/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { numbersOf, observation, observations, selection, session, START } from './records.js';

function openStore(file = path.join(temporaryFolder(), 'kitchen.db')): OpenDatabase & {
  store: SqliteStore;
  path: string;
} {
  const opened = openDatabase(file);
  return { ...opened, store: new SqliteStore(opened), path: file };
}

describe('a file that is lost', () => {
  it('has vanished: writes are refused, everything else goes on', () => {
    const { store, path: file } = openStore();
    store.write({ observations: observations(1, 3), sessions: [session('S1')] });
    fs.renameSync(file, `${file}.gone`);

    expect(store.problem()).toMatch(/kitchen\.db has vanished: put it back, or restart/u);
    expect(() => {
      store.write({ observations: observations(4, 4), sessions: [] });
    }).toThrow(StoreError);
    expect(() => {
      store.saveSelection('default', selection(1));
    }).toThrow(/has vanished/u);
    store.reserveNumbers(100);
    store.endLeftOpenSessions(new Date(START).toISOString());
    expect(store.prune(START)).toBe(false);
    expect(numbersOf(store.summaries('default', { limit: 10 }))).toEqual([3, 2, 1]);
    expect(store.selection('default')).toBeNull();

    fs.renameSync(`${file}.gone`, file);
    expect(store.problem()).toBeNull();
    store.write({ observations: observations(4, 4), sessions: [] });
    expect(store.observation('default', 4)).toEqual(observation(4));
    store.close();
  });

  it('was replaced by another one', () => {
    const { store, path: file } = openStore();
    fs.renameSync(file, `${file}.gone`);
    fs.writeFileSync(file, 'something else');
    expect(store.problem()).toMatch(/was replaced by another file/u);
    expect(() => {
      store.write({ observations: observations(1, 1), sessions: [] });
    }).toThrow(StoreError);
    store.close();
    expect(fs.readFileSync(file, 'utf8')).toBe('something else');
  });
});

describe('a disk that is full', () => {
  it('refuses a batch whole, is told until a write succeeds again, and loses no count', () => {
    const { store, db, path: file } = openStore();
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${String(pages + 4)}`);

    expect(() => {
      store.write({ observations: observations(1, 100, { bodyLength: 4000 }), sessions: [] });
    }).toThrow(/The disk is full, nothing more can be written to .*kitchen\.db: free some space/u);
    expect(store.problem()).toMatch(/The disk is full/u);
    expect(store.observations('default', { limit: 10 })).toEqual([]);
    store.prune(START);
    store.write({ observations: [], sessions: [] });
    expect(store.problem()).toMatch(/The disk is full/u);

    db.pragma('max_page_count = 1000000');
    store.write({ observations: observations(1, 5), sessions: [] });
    expect(store.problem()).toBeNull();
    store.close();
    const reopened = openStore(file).store;
    expect(numbersOf(reopened.summaries('default', { limit: 10 }))).toEqual([5, 4, 3, 2, 1]);
    reopened.close();
  });
});

describe('a database that can only be read', () => {
  it('says so, and recovers', () => {
    const { store, db } = openStore();
    db.pragma('query_only = ON');
    expect(() => {
      store.saveSelection('default', selection(1));
    }).toThrow(/can only be read: give write access back/u);
    expect(store.problem()).toMatch(/can only be read/u);
    db.pragma('query_only = OFF');
    store.saveSelection('default', selection(1));
    expect(store.problem()).toBeNull();
    store.close();
  });
});

describe('rows that are broken', () => {
  it('are skipped and told', () => {
    const { store, db } = openStore();
    store.saveSelection('default', selection(1));
    store.write({
      observations: observations(1, 4),
      sessions: [session('S1'), session('S2')],
    });
    db.exec(`UPDATE observations SET summary = '{"number":' WHERE number = 2;
             UPDATE observations SET summary = 'null' WHERE number = 3;
             UPDATE observations SET detail = '{}' WHERE number = 4;
             UPDATE sessions SET record = '[]' WHERE id = 'S2';
             UPDATE workspaces SET selection = '{"scenario":1}'`);

    expect(store.problem()).toBeNull();
    expect(numbersOf(store.summaries('default', { limit: 10 }))).toEqual([4, 1]);
    expect(store.problem()).toMatch(/holds 2 unreadable rows \(observation 3\): they are skipped/u);
    expect(numbersOf(store.observations('default', { limit: 10 }))).toEqual([1]);
    expect(store.observation('default', 4)).toBeNull();
    expect(store.session('default', 'S2')).toBeNull();
    expect(store.sessions('default', { limit: 10 }).items).toHaveLength(1);
    expect(store.selection('default')).toBeNull();
    store.endLeftOpenSessions(new Date(START).toISOString());
    expect(store.problem()).toMatch(/holds 5 unreadable rows/u);
    store.close();
  });
});
