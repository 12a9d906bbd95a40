import { describe, expect, it } from 'vitest';
import { fitsGlob, matches, matchSchema, memberAt } from '../../src/scenario/match-value.js';

describe('a glob', () => {
  it.each([
    ['*', '', true],
    ['*', 'anything', true],
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*c', 'abcd', false],
    ['?', 'x', true],
    ['?', '', false],
    ['*.ya?ml', 'a.b.yaaml', true],
    ['**', 'x', true],
    ['[a-z]+', '[a-z]+', true],
    ['[a-z]+', 'abc', false],
    ['', '', true],
    ['', 'x', false],
  ])('%j on %j: %s', (glob, text, fits) => {
    expect(fitsGlob(glob, text)).toBe(fits);
  });

  it('takes its time by length alone, whatever the stars', () => {
    const glob = `${'a*'.repeat(2_000)}b`;
    expect(fitsGlob(glob, 'a'.repeat(10_000))).toBe(false);
    expect(fitsGlob(glob, `${'a'.repeat(10_000)}b`)).toBe(true);
  });
});

describe('a value', () => {
  it.each([
    ['x', 'x', true],
    ['7', 7, false],
    [7, 7, true],
    [null, null, true],
    [null, undefined, false],
    [true, true, true],
    [{ prefix: 'New ' }, 'New York', true],
    [{ prefix: 'New ' }, 7, false],
    [{ exists: true }, null, true],
    [{ exists: false }, undefined, true],
  ])('%j on %j: %s', (match, value, fits) => {
    expect(matches(match, value)).toBe(fits);
  });

  it('is looked for among own members only', () => {
    const value = JSON.parse('{"a":{"b/c":[1,2]},"__proto__":{"x":1}}') as object;
    expect(memberAt(value, '/a/b~1c/1')).toBe(2);
    expect(memberAt(value, 'toString')).toBeUndefined();
    expect(memberAt(value, '/a/length')).toBeUndefined();
    expect(memberAt({}, '/__proto__/x')).toBeUndefined();
  });

  it('is never matched by an expression', () => {
    expect(matchSchema.safeParse({ regex: '(a+)+$' }).success).toBe(false);
  });
});
