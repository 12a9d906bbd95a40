import { describe, expect, it } from 'vitest';
import { flippedId, otherId } from '../../src/json/other-id.js';
import { isSameId } from '../../src/json/same-id.js';

describe('another id', () => {
  it.each([
    ['7', '1007'],
    ['-1', '999'],
    ['9007199254740993', '9007199254741993'],
    ['1.5', '1001.5'],
    ['"r-17"', '"r-17-other"'],
    ['"a\\""', '"a\\"-other"'],
    ['1e400', '"other"'],
    ['null', '"other"'],
    [null, '"other"'],
  ])('than %s is %s', (token, other) => {
    expect(otherId(token)).toBe(other);
    expect(() => JSON.parse(other) as unknown).not.toThrow();
    expect(isSameId(other, token ?? 'null')).toBe(false);
  });
});

describe('the same id as the other type', () => {
  it.each([
    ['7', '"7"'],
    ['"7"', '7'],
    ['1.5', '"1.5"'],
    ['9007199254740993', '"9007199254740993"'],
    ['"r-17"', '"r-17-other"'],
    ['"007"', '"007-other"'],
    [null, '"other"'],
  ])('than %s is %s', (token, flipped) => {
    expect(flippedId(token)).toBe(flipped);
    expect(isSameId(flipped, token ?? 'null')).toBe(false);
  });
});
