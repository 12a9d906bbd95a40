import { describe, expect, it } from 'vitest';
import { at, differences } from './ledger-match.js';

describe('a value', () => {
  it.each<[unknown, unknown, unknown]>([
    [undefined, { absent: true }, { absent: true, typeOf: 'null' }],
    ['äb', { bytes: 3 }, { bytes: 2 }],
    [5, { atLeast: 5 }, { atLeast: 6 }],
    [5, { atMost: 5 }, { atMost: 4 }],
    [[1, 2], { atLeast: 2 }, { atLeast: 3 }],
    ['abc', { length: 3 }, { length: 4 }],
    ['abc', { startsWith: 'ab' }, { startsWith: 'b' }],
    ['abc', { endsWith: 'bc' }, { endsWith: 'b' }],
    ['abc', { contains: 'b' }, { contains: 'd' }],
    ['abc', { lacks: 'd' }, { lacks: 'b' }],
    ['abc', { matches: '^a.c$' }, { matches: '^b' }],
    [null, { typeOf: 'null' }, { typeOf: 'object' }],
    [{ a: [{}] }, { depthAtLeast: 2 }, { depthAtLeast: 3 }],
    ['a', { isNot: 'b' }, { isNot: 'a' }],
    [0, 0, false],
    ['7', '7', 7],
    [null, null, { absent: true }],
  ])('%j fits %j and not %j', (seen, right, wrong) => {
    expect(differences('It', seen, right)).toEqual([]);
    expect(differences('It', seen, wrong)).toHaveLength(1);
  });

  it('is compared whole, unless a part is asked for', () => {
    expect(differences('It', { a: 1, b: 2 }, { a: 1 })).toHaveLength(1);
    expect(differences('It', { a: 1, b: 2 }, { a: 1 }, true)).toEqual([]);
    expect(differences('It', { a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }, true)).toEqual([]);
    expect(differences('It', { a: [1, 2] }, { a: [1] }, true)).toHaveLength(1);
    expect(differences('It', { a: 1 }, { b: 1 }, true)).toHaveLength(1);
  });

  it('is no matcher where it is a JSON Schema', () => {
    expect(differences('It', { type: 'string' }, { type: 'string' })).toEqual([]);
    expect(differences('It', 'text', { type: 'string' })).toHaveLength(1);
  });

  it('is found by its JSON Pointer', () => {
    const value = { 'a/b': [{ 'c~d': null }] };
    expect(at(value, '/a~1b/0/c~0d')).toBeNull();
    expect(at(value, '')).toBe(value);
    expect(at(value, '/a~1b/1')).toBeUndefined();
    expect(at({}, '/constructor')).toBeUndefined();
  });
});
