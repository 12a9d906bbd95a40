import { describe, expect, it } from 'vitest';
import { duration, integer, list, option, parseParams, size } from '../../src/cli/options.js';

describe('options', () => {
  it('can each be given as a variable of the environment', () => {
    expect(option('--idle-timeout <TIME>', '').envVar).toBe('KITCHEN_IDLE_TIMEOUT');
    expect(option('--no-marks', '').envVar).toBe('KITCHEN_NO_MARKS');
  });

  it('take times and sizes with their units', () => {
    expect([duration('500ms'), duration('60s'), duration('5m'), size('64KiB')]).toEqual([
      500, 60_000, 300_000, 65_536,
    ]);
    expect(() => duration('5 parsecs')).toThrow(/500ms/);
    expect(() => size('huge')).toThrow(/64KiB/);
  });

  it('take whole numbers in their range only', () => {
    const port = integer(0, 65_535);
    expect([port('0'), port('65535')]).toEqual([0, 65_535]);
    for (const wrong of ['-1', '65536', '1.5', '0x10', '', 'abc']) {
      expect(() => port(wrong)).toThrow('Give a whole number from 0 to 65535.');
    }
  });

  it('take params as a JSON object only', () => {
    expect(parseParams('{"delayMs":5}')).toEqual({ delayMs: 5 });
    for (const wrong of ['[1]', 'null', '3', '"x"']) {
      expect(() => parseParams(wrong)).toThrow('Give a JSON object');
    }
    expect(() => parseParams('{delayMs:5}')).toThrow('It is no JSON.');
  });

  it('gather what is repeated or given as a list', () => {
    const hosts = list(',');
    expect(hosts('b, c,', hosts('a'))).toEqual(['a', 'b', 'c']);
  });
});
