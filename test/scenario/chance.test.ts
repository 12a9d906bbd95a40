import { describe, expect, it } from 'vitest';
import { chance } from '../../src/scenario/chance.js';

const draws = (seed: number, rule: string, count: number): number[] =>
  Array.from({ length: count }, (_, index) => chance(seed, rule, index + 1));

const hits = (rule: string): boolean[] => draws(9, rule, 2000).map((draw) => draw < 0.5);

describe('chance', () => {
  it('gives the same number for the same seed, rule and count, in any order', () => {
    const forwards = draws(42, 'rule', 5);
    const backwards = [5, 4, 3, 2, 1].map((n) => chance(42, 'rule', n)).toReversed();
    expect(backwards).toEqual(forwards);
  });

  it('never changes between versions: runs can be repeated', () => {
    expect(chance(42, 'on', 1)).toBe(0.32082985733689284);
  });

  it('stays in [0, 1) and fills it evenly', () => {
    const buckets = Array.from({ length: 10 }, () => 0);
    for (const draw of draws(7, 'even', 10_000)) {
      expect(draw).toBeGreaterThanOrEqual(0);
      expect(draw).toBeLessThan(1);
      buckets[Math.floor(draw * 10)]! += 1;
    }
    for (const size of buckets) expect(Math.abs(size - 1000)).toBeLessThan(150);
  });

  it('gives each rule its own luck, whatever the other rules are', () => {
    const before = draws(1, 'kept', 50);
    draws(1, 'edited', 50);
    expect(draws(1, 'kept', 50)).toEqual(before);
    expect(draws(1, 'edited', 50)).not.toEqual(before);
  });

  it('tells neighbouring seeds, rules and counts apart', () => {
    const all = [0, 1, 2].flatMap((seed) =>
      ['', 'a', 'a,1', '1'].flatMap((rule) => draws(seed, rule, 50)),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  it('lets half of two rules agree by accident only', () => {
    const [left, right] = [hits('left'), hits('right')];
    const agreeing = left.filter((hit, index) => hit === right[index]).length;
    expect(Math.abs(agreeing - 1000)).toBeLessThan(150);
  });
});
