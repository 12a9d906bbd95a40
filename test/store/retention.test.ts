import * as path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ENDED_SESSIONS_PER_WORKSPACE, REFUSED_PER_WORKSPACE } from '../../src/store/retention.js';
import { openDatabase } from '../../src/store/open-database.js';
import { openSqliteStore, SqliteStore } from '../../src/store/sqlite-store.js';
import type { Retention, Store } from '../../src/store/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { numbersOf, observations, session, START } from './records.js';

const HOUR = 3_600_000;

function open(retention: Partial<Retention>, file = ':memory:'): Store {
  const store = openSqliteStore({ file, retention });
  onTestFinished(() => {
    store.close();
  });
  return store;
}

function pruneAll(store: Store, now = START): number {
  let steps = 0;
  while (store.prune(now)) steps += 1;
  return steps;
}

function numbers(store: Store, workspace = 'default'): readonly number[] {
  return numbersOf(store.summaries(workspace, { limit: 500, after: 0 }));
}

it('keeps the newest of each workspace', () => {
  const store = open({ perWorkspace: 3 });
  store.createWorkspace('seat-1');
  store.write({
    observations: [...observations(1, 5), ...observations(6, 7, { workspace: 'seat-1' })],
    sessions: [],
  });
  pruneAll(store);
  expect(numbers(store)).toEqual([3, 4, 5]);
  expect(numbers(store, 'seat-1')).toEqual([6, 7]);
});

it('counts across kinds and across a restart', () => {
  const file = path.join(temporaryFolder(), 'kitchen.db');
  const first = openSqliteStore({ file });
  first.write({
    observations: [...observations(1, 4), ...observations(5, 8, { method: 'tools/list' })],
    sessions: [],
  });
  first.close();
  const store = open({ perWorkspace: 2 }, file);
  pruneAll(store);
  expect(numbers(store)).toEqual([7, 8]);
});

it('gives refused requests a limit of their own, so that they push nothing out', () => {
  const store = open({ perWorkspace: 5 });
  store.write({ observations: observations(1, 5), sessions: [] });
  store.write({
    observations: observations(6, 5 + REFUSED_PER_WORKSPACE + 2, {
      session: null,
      refused: 'forbidden_host',
    }),
    sessions: [],
  });
  pruneAll(store);
  expect(numbers(store).slice(0, 7)).toEqual([1, 2, 3, 4, 5, 8, 9]);
});

it('deletes what is too old', () => {
  const store = open({ maxAgeMs: HOUR });
  store.write({
    observations: [
      ...observations(1, 3),
      ...observations(4, 5, { startedAt: new Date(START + HOUR).toISOString() }),
    ],
    sessions: [],
  });
  expect(pruneAll(store, START + HOUR)).toBe(0);
  pruneAll(store, START + HOUR + 1000);
  expect(numbers(store)).toEqual([4, 5]);
});

it('deletes the oldest of all workspaces until all together fit', () => {
  const store = open({ totalBytes: 30_000 });
  store.createWorkspace('seat-1');
  store.write({
    observations: [
      ...observations(1, 2, { bodyLength: 5000, workspace: 'seat-1' }),
      ...observations(3, 4, { bodyLength: 5000 }),
    ],
    sessions: [],
  });
  pruneAll(store);
  expect(numbers(store, 'seat-1')).toEqual([]);
  expect(numbers(store)).toEqual([3, 4]);
});

it('takes steps of at most 50 rows and says while there is more', () => {
  const store = open({ perWorkspace: 0 });
  store.write({ observations: observations(1, 120), sessions: [] });
  expect(store.prune(START)).toBe(true);
  expect(numbers(store).length).toBeGreaterThanOrEqual(70);
  expect(numbers(store).length).toBeLessThan(120);
  expect(pruneAll(store)).toBeGreaterThanOrEqual(2);
  expect(numbers(store)).toEqual([]);
  expect(store.prune(START)).toBe(false);
});

it('has nothing to do within the limits', () => {
  const store = open({});
  store.write({ observations: observations(1, 50), sessions: [session('S1')] });
  expect(store.prune(START)).toBe(false);
});

it('frees what was cleared or deleted, also after a restart', () => {
  const file = path.join(temporaryFolder(), 'kitchen.db');
  const first = openSqliteStore({ file });
  first.createWorkspace('seat-1');
  first.write({
    observations: [
      ...observations(1, 60, { bodyLength: 1000 }),
      ...observations(61, 120, { bodyLength: 1000, workspace: 'seat-1' }),
    ],
    sessions: [session('S1', { workspace: 'seat-1' })],
  });
  first.clearObservations('default');
  first.deleteWorkspace('seat-1');
  first.close();

  const opened = openDatabase(file);
  const store = new SqliteStore(opened);
  store.write({ observations: observations(121, 125), sessions: [session('S2')] });
  expect(pruneAll(store)).toBeGreaterThanOrEqual(4);
  const left = (table: string): unknown =>
    opened.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect([left('observations'), left('observation_kinds'), left('sessions')]).toEqual([5, 1, 1]);
  expect(numbers(store)).toEqual([121, 122, 123, 124, 125]);
  store.close();
});

it('folds a long log into the file in a step of its own', () => {
  const opened = openDatabase(path.join(temporaryFolder(), 'kitchen.db'));
  const store = new SqliteStore(opened, { perWorkspace: 0 });
  opened.db.pragma('wal_autocheckpoint = 0');
  store.write({ observations: observations(1, 100, { bodyLength: 40_000 }), sessions: [] });
  const waiting = (): boolean => {
    const [state] = z
      .array(z.object({ log: z.number(), checkpointed: z.number() }))
      .parse(opened.db.pragma('wal_checkpoint(NOOP)'));
    return state?.log !== state?.checkpointed;
  };
  expect(waiting()).toBe(true);
  expect(store.fold()).toBe(true);
  expect(waiting()).toBe(false);
  expect(store.fold()).toBe(false);
  expect(numbers(store)).toHaveLength(100);
  expect(store.prune(START)).toBe(true);
  expect(numbers(store).length).toBeLessThan(100);
  store.close();
});

it('deletes ended sessions that are too old, never open ones', () => {
  const store = open({ maxAgeMs: HOUR });
  const ended = { endedAt: new Date(START).toISOString(), endReason: 'idle' } as const;
  store.write({
    observations: observations(1, 1, {
      session: 'C',
      startedAt: new Date(START + 2 * HOUR).toISOString(),
    }),
    sessions: [session('A', ended), session('B'), session('C', ended)],
  });
  pruneAll(store, START + 2 * HOUR);
  const ids = store.sessions('default', { limit: 10 }).items.map((one) => one.id);
  expect(ids.toSorted()).toEqual(['B', 'C']);
});

it('keeps the newest ended sessions of a workspace', () => {
  const store = open({});
  const sessions = Array.from({ length: ENDED_SESSIONS_PER_WORKSPACE + 60 }, (_, index) =>
    session(`S${String(index)}`, {
      startedAt: new Date(START + index).toISOString(),
      endedAt: new Date(START + index).toISOString(),
      endReason: 'reconnected',
    }),
  );
  store.write({ observations: [], sessions: [...sessions, session('open')] });
  pruneAll(store);
  expect(store.session('default', 'S59')).toBeNull();
  expect(store.session('default', 'S60')).not.toBeNull();
  expect(store.session('default', 'open')).not.toBeNull();
});
