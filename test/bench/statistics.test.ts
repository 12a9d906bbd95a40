import { describe, expect, it } from 'vitest';
import { median, percentile } from '../../bench/statistics.js';

describe('what measurements come to', () => {
  it('is the middle one, or the mean of the middle two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('is the least that covers a share of them', () => {
    const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile(Float64Array.of(7), 0.5)).toBe(7);
  });
});
