import { describe, expect, it } from 'vitest';
import { GivenCursors } from '../../../src/judge/given/given-cursors.js';

function judged(cursors: GivenCursors, method: string, params: Record<string, unknown>): string[] {
  return cursors.judge({ method, params }).map(({ rule }) => rule);
}

describe('cursors that come back', () => {
  it.each(['', 'null', ' c ', 'e\u0301', '\ud83d', 'a%2Fb', 'x'.repeat(100_000)])(
    'are right exactly as they were given: %j',
    (cursor) => {
      const cursors = new GivenCursors();
      cursors.give('tools/list', cursor, 2);
      expect(judged(cursors, 'tools/list', { cursor })).toEqual([]);
      expect(cursors.pageOf('tools/list', cursor)).toBe(2);
    },
  );

  it.each([
    ['trimmed', 'c '],
    ['composed', 'e\u0301'],
    ['with another surrogate', '\ud83d'],
  ])('are wrong %s', (_what, given) => {
    const cursors = new GivenCursors();
    cursors.give('tools/list', given, 2);
    const cursor = given.trim().normalize('NFC').replace('\ud83d', '\ufffd');
    expect(judged(cursors, 'tools/list', { cursor })).toEqual(['C-PAGE-05']);
    expect(cursors.pageOf('tools/list', cursor)).toBeNull();
  });

  it('are wrong as another type, or for another list', () => {
    const cursors = new GivenCursors();
    cursors.give('tools/list', 42, 2);
    cursors.give('prompts/list', 'p', 2);
    expect(judged(cursors, 'tools/list', { cursor: 42 })).toEqual([]);
    expect(judged(cursors, 'tools/list', { cursor: '42' })).toEqual(['C-PAGE-05']);
    expect(judged(cursors, 'tools/list', { cursor: 'p' })).toEqual(['C-PAGE-04']);
  });

  it('are never null, which was the end', () => {
    const cursors = new GivenCursors();
    cursors.give('tools/list', null, 2);
    expect(judged(cursors, 'tools/list', { cursor: null })).toEqual(['C-PAGE-07']);
    expect(judged(cursors, 'tools/list', {})).toEqual([]);
  });

  it('are not looked at for lists that were never given in pages', () => {
    expect(judged(new GivenCursors(), 'tools/list', { cursor: 'made up' })).toEqual([]);
  });

  it('lead where they led first', () => {
    const cursors = new GivenCursors();
    cursors.give('tools/list', 'A', 2);
    cursors.give('tools/list', 'A', 4);
    expect(cursors.pageOf('tools/list', 'A')).toBe(2);
  });
});
