import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedName } from '../../src/json/repeated-name.js';

const find = (text: string): string | null => findRepeatedName(text, JSON.parse(text));

describe('a name that stands twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":[1,{}]},"c":"x","a":2}', 'a'],
    ['[{"a":1},{"b":{"c":1,"d":[],"c":2}}]', 'c'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('in %s is found', (text, name) => {
    expect(find(text)).toBe(name);
  });

  it.each(['{"a":"a","b":["b","b"]}', '{ "a": {"a": {"a": 1}}, "b": {"a": 1} }', '5', ' "a" '])(
    'in %s is not there',
    (text) => {
      expect(find(text)).toBeNull();
    },
  );

  it('is looked for however deep it is', () => {
    const deep = `${'{"a":['.repeat(5_000)}{"b":1,"b":2}${']}'.repeat(5_000)}`;
    expect(find(deep)).toBe('b');
  });

  it('is not seen in what has none', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        expect(findRepeatedName(JSON.stringify(value, null, 1), value)).toBeNull();
      }),
    );
  });
});
