import * as path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import type { ObservationFilter, Store } from '../../src/store/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { numbersOf, observation, observations, selection, session, START } from './records.js';

let store: Store;

beforeEach(() => {
  store = openSqliteStore({ file: ':memory:' });
  return () => {
    store.close();
  };
});

function at(offset: number): string {
  return new Date(START + offset).toISOString();
}

describe('workspaces', () => {
  it('always include default', () => {
    expect(store.workspaces()).toEqual(['default']);
    expect(store.createWorkspace('default')).toBe(false);
  });

  it('are created once', () => {
    expect(store.createWorkspace('seat-1')).toBe(true);
    expect(store.createWorkspace('seat-1')).toBe(false);
    expect(store.workspaces()).toEqual(['default', 'seat-1']);
  });

  it('are created by a selection', () => {
    store.saveSelection('seat-2', selection(1));
    expect(store.workspaces()).toEqual(['default', 'seat-2']);
    expect(store.selection('seat-2')).toEqual(selection(1));
    expect(store.selection('default')).toBeNull();
  });

  it('are deleted with all that is in them, and come back empty', () => {
    store.saveSelection('seat-1', selection(3));
    store.write({
      observations: observations(1, 5, { workspace: 'seat-1' }),
      sessions: [session('S1', { workspace: 'seat-1' })],
    });
    store.deleteWorkspace('seat-1');
    expect(store.workspaces()).toEqual(['default']);
    expect(store.summaries('seat-1', { limit: 10 })).toEqual([]);

    store.createWorkspace('seat-1');
    expect(store.selection('seat-1')).toBeNull();
    expect(store.summaries('seat-1', { limit: 10 })).toEqual([]);
    expect(store.observation('seat-1', 1)).toBeNull();
    expect(store.session('seat-1', 'S1')).toBeNull();
    expect(store.sessions('seat-1', { limit: 10 }).items).toEqual([]);
  });

  it('have revisions that no deleted one ever had', () => {
    expect(store.firstRevision()).toBe(0);
    store.saveSelection('seat-1', selection(7));
    store.saveSelection('seat-2', selection(2));
    store.deleteWorkspace('seat-1');
    expect(store.firstRevision()).toBe(8);
    store.deleteWorkspace('seat-2');
    expect(store.firstRevision()).toBe(9);
    store.deleteWorkspace('nobody');
    expect(store.firstRevision()).toBe(9);
  });

  it('leave default empty, not deleted', () => {
    store.saveSelection('default', selection(3));
    store.write({ observations: observations(1, 5), sessions: [session('S1')] });
    store.deleteWorkspace('default');
    expect(store.workspaces()).toEqual(['default']);
    expect(store.selection('default')).toBeNull();
    expect(store.summaries('default', { limit: 10 })).toEqual([]);
    expect(store.sessions('default', { limit: 10 }).items).toEqual([]);
  });

  it('do not see each other', () => {
    store.createWorkspace('seat-1');
    store.write({
      observations: [observation(1), observation(2, { workspace: 'seat-1' })],
      sessions: [session('S1'), session('S2', { workspace: 'seat-1' })],
    });
    expect(numbersOf(store.summaries('default', { limit: 10 }))).toEqual([1]);
    expect(numbersOf(store.summaries('seat-1', { limit: 10, session: 'S1' }))).toEqual([2]);
    expect(store.observation('seat-1', 1)).toBeNull();
    expect(store.session('default', 'S2')).toBeNull();
  });

  it('that were deleted meanwhile take nothing, and the rest of the batch is written', () => {
    store.write({
      observations: [observation(1, { workspace: 'gone' }), observation(2)],
      sessions: [session('S1', { workspace: 'gone' }), session('S2')],
    });
    expect(store.workspaces()).toEqual(['default']);
    expect(numbersOf(store.summaries('default', { limit: 10 }))).toEqual([2]);
    expect(store.session('default', 'S2')).not.toBeNull();
  });
});

describe('numbers', () => {
  it('begin at 0 and can be given back', () => {
    expect(store.reservedNumber()).toBe(0);
    store.reserveNumbers(100);
    store.reserveNumbers(50);
    expect(store.reservedNumber()).toBe(50);
  });

  it('never come again, whatever was deleted before the restart', () => {
    const file = path.join(temporaryFolder(), 'kitchen.db');
    const first = openSqliteStore({ file });
    first.createWorkspace('seat-1');
    first.reserveNumbers(200);
    first.write({ observations: observations(150, 150, { workspace: 'seat-1' }), sessions: [] });
    first.deleteWorkspace('seat-1');
    first.clearObservations('default');
    while (first.prune(START));
    first.close();
    const second = openSqliteStore({ file });
    expect(second.reservedNumber()).toBe(200);
    second.close();
  });
});

describe('observations', () => {
  it('come back as they were written', () => {
    const whole = observation(7, {
      fault: { kind: 'http_status', status: 503 },
      response: {
        body: 'AP8=',
        encoding: 'base64',
        bytes: 2,
        truncated: false,
        contentType: null,
        events: [{ atMs: 1, kind: 'result' }],
      },
    });
    store.write({ observations: [whole], sessions: [] });
    expect(store.observation('default', 7)).toEqual(whole);
    expect(store.observations('default', { limit: 1 })).toEqual([whole]);
    const { request: _request, response: _response, http, ...rest } = whole;
    const { method, path: target, status } = http;
    expect(store.summaries('default', { limit: 1 })).toEqual([
      { ...rest, http: { method, path: target, status } },
    ]);
  });

  it('replace an earlier record of the same number', () => {
    store.write({
      observations: [observation(1, { state: 'open', outcome: 'PENDING', layer: 'none' })],
      sessions: [],
    });
    store.write({ observations: [observation(1)], sessions: [] });
    expect(store.summaries('default', { limit: 10, outcome: 'PENDING' })).toEqual([]);
    expect(numbersOf(store.summaries('default', { limit: 10 }))).toEqual([1]);
  });

  it('are written although a fault carries data nested too deeply for JSON', () => {
    let data: unknown = null;
    for (let depth = 0; depth < 100_000; depth += 1) data = [data];
    store.write({
      observations: [observation(1, { fault: { kind: 'jsonrpc_error', data } })],
      sessions: [],
    });
    expect(store.observation('default', 1)?.fault).toEqual({ kind: 'jsonrpc_error' });
  });

  it('are paged newest first by number, whatever the order in which they were written', () => {
    for (const number of [5, 1, 4, 2, 3])
      store.write({
        observations: [observation(number, { method: `m${String(number % 2)}` })],
        sessions: [],
      });
    expect(numbersOf(store.summaries('default', { limit: 2 }))).toEqual([5, 4]);
    expect(numbersOf(store.summaries('default', { limit: 2, before: 4 }))).toEqual([3, 2]);
    expect(numbersOf(store.summaries('default', { limit: 2, before: 2 }))).toEqual([1]);
  });

  it('are followed upwards with after', () => {
    store.write({ observations: observations(1, 9), sessions: [] });
    expect(numbersOf(store.summaries('default', { limit: 3, after: 0 }))).toEqual([1, 2, 3]);
    expect(numbersOf(store.summaries('default', { limit: 3, after: 7 }))).toEqual([8, 9]);
    expect(numbersOf(store.summaries('default', { limit: 9, after: 2, before: 5 }))).toEqual([
      3, 4,
    ]);
  });

  it('answer every combination of filters as a plain search would', () => {
    const methods = ['tools/call', 'tools/list', null];
    const outcomes = ['TOOL_SUCCESS', 'TOOL_ERROR', 'HTTP_ERROR'] as const;
    const faults = [null, { kind: 'tool_error' }, { kind: 'http_status' }];
    const all = Array.from({ length: 300 }, (_, index) =>
      observation(index + 1, {
        method: methods[(index * 7) % 3] ?? null,
        outcome: outcomes[index % 3] ?? 'TOOL_SUCCESS',
        fault: faults[(index >> 2) % 3] ?? null,
        session: index % 11 === 0 ? null : `S${String(index % 4)}`,
      }),
    );
    store.write({ observations: all, sessions: [] });
    const choices = {
      session: [undefined, 'S1', 'S9'],
      method: [undefined, 'tools/list', 'nothing'],
      outcome: [undefined, 'TOOL_ERROR', 'PENDING'],
      fault: [undefined, 'any', 'none', 'tool_error'],
      bounds: [{}, { before: 200 }, { after: 120 }],
    };
    for (const sessionId of choices.session)
      for (const method of choices.method)
        for (const outcome of choices.outcome)
          for (const fault of choices.fault)
            for (const bounds of choices.bounds) {
              const filter: ObservationFilter = {
                session: sessionId,
                method,
                outcome,
                fault,
                ...bounds,
                limit: 7,
              };
              const found = numbersOf(store.summaries('default', filter));
              expect(found, JSON.stringify(filter)).toEqual(search(all, filter));
            }
  });

  it('are gone after a clear, and later ones are kept', () => {
    store.write({ observations: observations(1, 5), sessions: [session('S1')] });
    store.clearObservations('default');
    expect(store.summaries('default', { limit: 10 })).toEqual([]);
    store.write({ observations: observations(6, 6), sessions: [] });
    expect(numbersOf(store.summaries('default', { limit: 10 }))).toEqual([6]);
    expect(store.session('default', 'S1')).not.toBeNull();
  });
});

function search(
  all: readonly ReturnType<typeof observation>[],
  filter: ObservationFilter,
): readonly number[] {
  const matching = all.filter(
    (one) =>
      (filter.session === undefined || one.session === filter.session) &&
      (filter.method === undefined || one.rpc.method === filter.method) &&
      (filter.outcome === undefined || one.outcome === filter.outcome) &&
      (filter.fault === undefined ||
        (filter.fault === 'any' && one.fault !== null) ||
        (filter.fault === 'none' && one.fault === null) ||
        one.fault?.kind === filter.fault) &&
      one.number < (filter.before ?? Infinity) &&
      one.number > (filter.after ?? 0),
  );
  const ordered = filter.after === undefined ? matching.toReversed() : matching;
  return numbersOf(ordered.slice(0, filter.limit));
}

describe('sessions', () => {
  it('come back as they were written last', () => {
    store.write({ observations: [], sessions: [session('S1')] });
    const later = session('S1', {
      lastSeenAt: at(500),
      counters: { posts: 2, methods: {}, calls: {}, rounds: {} },
    });
    store.write({ observations: [], sessions: [later] });
    expect(store.session('default', 'S1')).toEqual(later);
    expect(store.sessions('default', { limit: 10 })).toEqual({ items: [later], next: null });
  });

  it('are paged newest first, and new ones do not shift the pages', () => {
    const named = (name: string, offset: number): ReturnType<typeof session> =>
      session(name, { startedAt: at(offset) });
    store.write({
      observations: [],
      sessions: [named('A', 1), named('C', 3), named('B', 2), named('B2', 2), named('D', 4)],
    });
    const first = store.sessions('default', { limit: 2 });
    expect(first.items.map((one) => one.id)).toEqual(['D', 'C']);
    store.write({ observations: [], sessions: [named('E', 5)] });
    const second = store.sessions('default', { limit: 2, before: first.next ?? '' });
    expect(second.items.map((one) => one.id)).toEqual(['B2', 'B']);
    const third = store.sessions('default', { limit: 2, before: second.next ?? '' });
    expect(third.items.map((one) => one.id)).toEqual(['A']);
    expect(third.next).toBeNull();
  });

  it('are filtered by being open', () => {
    store.write({
      observations: [],
      sessions: [
        session('A', { startedAt: at(1) }),
        session('B', { startedAt: at(2), endedAt: at(3), endReason: 'idle' }),
        session('C', { startedAt: at(3) }),
      ],
    });
    const ids = (open: boolean): readonly string[] =>
      store.sessions('default', { limit: 10, open }).items.map((one) => one.id);
    expect(ids(true)).toEqual(['C', 'A']);
    expect(ids(false)).toEqual(['B']);
  });

  it('that an earlier process left open end as shutdown', () => {
    const ended = session('B', { endedAt: at(3), endReason: 'idle' });
    store.write({ observations: [], sessions: [session('A'), ended] });
    store.endLeftOpenSessions(at(900));
    expect(store.session('default', 'A')).toEqual(
      session('A', { endedAt: at(900), endReason: 'shutdown' }),
    );
    expect(store.session('default', 'B')).toEqual(ended);
    expect(store.sessions('default', { limit: 10, open: true }).items).toEqual([]);
  });
});
