import { describe, expect, it } from 'vitest';
import { OpenList } from '../src/open-list.js';

describe('a list of what is open', () => {
  it('keeps the order of opening, whoever leaves first', () => {
    const list = new OpenList<string>();
    const leave = ['a', 'b', 'c', 'd', 'e'].map((item) => list.add(item));
    leave[2]?.();
    leave[0]?.();
    leave[4]?.();
    list.add('f');
    expect([...list]).toEqual(['b', 'd', 'f']);
    expect(list.size).toBe(3);
  });

  it('is empty after the last has left, and can be filled again', () => {
    const list = new OpenList<string>();
    for (const leave of [list.add('a'), list.add('b')]) leave();
    expect([list.size, [...list]]).toEqual([0, []]);
    list.add('c');
    expect([list.size, [...list]]).toEqual([1, ['c']]);
  });

  it('takes out only once what leaves twice', () => {
    const list = new OpenList<string>();
    const leave = list.add('a');
    list.add('b');
    leave();
    leave();
    expect([list.size, [...list]]).toEqual([1, ['b']]);
  });

  it('holds one and the same thing as often as it was added', () => {
    const list = new OpenList<string>();
    const leave = list.add('a');
    list.add('a');
    leave();
    expect([...list]).toEqual(['a']);
  });

  it('can be walked while what is in it leaves, and passes over what has left', () => {
    const list = new OpenList<string>();
    const leaves = new Map(['a', 'b', 'c', 'd'].map((item) => [item, list.add(item)]));
    const seen: string[] = [];
    for (const item of list) {
      seen.push(item);
      leaves.get(item)?.();
      if (item === 'a') leaves.get('c')?.();
    }
    expect(seen).toEqual(['a', 'b', 'd']);
    expect(list.size).toBe(0);
  });
});
