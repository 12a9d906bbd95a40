import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { durationSchema, parseDuration, parseSize, toMilliseconds } from '../src/units.js';

describe('durations', () => {
  it.each([
    ['0ms', 0],
    ['500ms', 500],
    ['60s', 60_000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', 's', '-1s', '1 s', '5S', '1e3s', '5min', '٣s', '1s\n'])(
    'refuses %j',
    (text) => {
      expect(() => parseDuration(text)).toThrow(
        new RangeError(
          `"${text}" is no duration: write a number and a unit (ms, s, m, h, d), say 500ms, 60s or 5m`,
        ),
      );
    },
  );

  it('refuses what cannot be counted in whole milliseconds', () => {
    expect(() => parseDuration('999999999999d')).toThrow('"999999999999d" is too large');
  });

  it('takes a number in params as milliseconds', () => {
    expect([toMilliseconds(250), toMilliseconds('250ms')]).toEqual([250, 250]);
  });

  it('keeps params within bounds, and keeps what was written', () => {
    const schema = durationSchema({ min: 10, max: 1000 });
    expect(schema.parse('1s')).toBe('1s');
    expect(schema.parse(10)).toBe(10);
    for (const bad of ['2s', '9ms', 9, 1001, '1', 'soon', null]) {
      expect(schema.safeParse(bad)).toMatchObject({ success: false });
    }
  });

  it('describes params as JSON Schema', () => {
    expect(z.toJSONSchema(durationSchema({ max: 5 }), { io: 'input' })).toMatchObject({
      anyOf: [{ type: 'number', minimum: 0, maximum: 5 }, { type: 'string' }],
    });
  });
});

describe('sizes', () => {
  it.each([
    ['0', 0],
    ['512', 512],
    ['512B', 512],
    ['64KiB', 65_536],
    ['4MiB', 4_194_304],
    ['1.5GiB', 1_610_612_736],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', '-1', '64kb', '64 KiB', '1TiB', 'KiB'])('refuses %j', (text) => {
    expect(() => parseSize(text)).toThrow(RangeError);
    expect(() => parseSize(text)).toThrow('say 64KiB or 4MiB');
  });
});
