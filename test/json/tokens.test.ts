import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameId } from '../../src/json/same-id.js';
import {
  findMemberToken,
  readElements,
  readMembers,
  readMemberToken,
  replaceMemberToken,
} from '../../src/json/tokens.js';

const space = fc
  .array(fc.constantFrom(' ', '\n', '\r', '\t'), { maxLength: 2 })
  .map((parts) => parts.join(''));

/** A string token in which some characters are escaped that need not be. */
const stringToken = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((escapes) => {
    let token = '';
    for (let index = 0; index < text.length; index += 1) {
      const escaped = `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
      token += escapes[index] === true ? escaped : JSON.stringify(text[index]).slice(1, -1);
    }
    return `"${token}"`;
  });

const key = fc.oneof(
  fc.constantFrom('id', 'i', 'id ', 'ID', '__proto__', '', 'a"b', '\\', 'é', '\u2028'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const valueToken = fc.oneof(
  fc.constantFrom('1', '1.0', '-0', '1e400', '12345678901234567890', 'null', 'true', '""', '"\\""'),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 6 }).chain(stringToken),
);
const objectText = fc
  .array(
    fc.tuple(space, key.chain(stringToken), space, space, valueToken, space).map((parts) => {
      const [before, name, between, after, value, end] = parts;
      return `${before}${name}${between}:${after}${value}${end}`;
    }),
    { maxLength: 6 },
  )
  .chain((members) => space.map((inner) => `{${inner}${members.join(',')}}`))
  .chain((text) => fc.tuple(space, space).map(([before, after]) => before + text + after));

describe('findMemberToken', () => {
  it('finds in any JSON object what JSON.parse finds', () => {
    fc.assert(
      fc.property(objectText, key, (text, member) => {
        const parsed = new Map(Object.entries<unknown>(JSON.parse(text)));
        for (const name of [member, ...parsed.keys()]) {
          const token = readMemberToken(text, name);
          expect(token === null ? undefined : JSON.parse(token)).toEqual(parsed.get(name));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never throws, and never leaves the text, whatever the text is', () => {
    const jsonish = fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', ' ', 'id', '"id"', '1'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          jsonish,
          fc.string(),
          objectText.map((text) => text.slice(0, -3)),
        ),
        (text) => {
          const found = findMemberToken(text, 'id');
          if (found === null) return;
          expect(found.start).toBeLessThan(found.end);
          expect(found.end).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"id":12345678901234567890}', '12345678901234567890'],
    ['{"id":1.0,"x":2}', '1.0'],
    ['{"id":"a\\u0062\\"}"}', '"a\\u0062\\"}"'],
    ['{"i\\u0064": 7 }', '7'],
    ['{"id":1,"id":2}', '2'],
    ['{"x":{"id":1}}', null],
    ['{"x":"\\"id\\":1"}', null],
    ['[{"id":1}]', null],
    ['{"id":1', null],
    ['', null],
  ])('%s holds the id %s', (text, token) => {
    expect(readMemberToken(text, 'id')).toBe(token);
  });

  it('reads past nesting that would overflow a stack', () => {
    const deep = '{"a":['.repeat(100_000) + ']}'.repeat(100_000);
    expect(readMemberToken(`{"x":${deep},"id":3}`, 'id')).toBe('3');
  });
});

describe('replaceMemberToken', () => {
  it('changes the one token and nothing else', () => {
    const text = ' { "id" : 9007199254740992 , "z":1, "a" : 1.50 }\n';
    expect(replaceMemberToken(text, 'id', '9007199254740993')).toBe(
      ' { "id" : 9007199254740993 , "z":1, "a" : 1.50 }\n',
    );
  });

  it('leaves a text without the member as it is', () => {
    expect(replaceMemberToken('{"a":1}', 'id', '2')).toBe('{"a":1}');
  });

  it('is undone by replacing again', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        const token = readMemberToken(text, 'id');
        fc.pre(token !== null);
        expect(replaceMemberToken(replaceMemberToken(text, 'id', '"other"'), 'id', token)).toBe(
          text,
        );
      }),
    );
  });
});

describe('isSameId', () => {
  it.each([
    ['1', '1', true],
    ['1', '1.0', true],
    ['1', '"1"', false],
    ['"ab"', '"a\\u0062"', true],
    ['9007199254740993', '9007199254740992', false],
    ['1e400', '2e400', false],
    ['true', 'true', true],
    ['null', '0', false],
    ['{', '{', true],
    ['{', '[', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(isSameId(one, other)).toBe(same);
    expect(isSameId(other, one)).toBe(same);
  });
});

describe('the elements of an array', () => {
  it('are given as they stand', () => {
    const text = String.raw` [ {"id": 1.0} ,"a]\u0062",[ [], {} ],1e2,null]`;
    expect(readElements(text)).toEqual([
      '{"id": 1.0}',
      String.raw`"a]\u0062"`,
      '[ [], {} ]',
      '1e2',
      'null',
    ]);
  });

  it.each(['', '[]', ' [ ] ', '{"a":[1]}', '[1', '[1 2]', '[,]', '[1,]'])('%j has none', (text) => {
    expect(readElements(text)).toEqual([]);
  });

  it('are what JSON.parse reads, for any array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(3), (values, indent) => {
        const text = JSON.stringify(values, null, indent);
        const read = readElements(text).map((element) => JSON.parse(element) as unknown);
        expect(read).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('the members of an object', () => {
  it('are there in order, exactly as they were written', () => {
    expect(readMembers(' { "a" : 1.0 ,"b":[{"c":"}"}],"a":"\\u0041" } ')).toEqual([
      { name: '"a"', token: '1.0' },
      { name: '"b"', token: '[{"c":"}"}]' },
      { name: '"a"', token: '"\\u0041"' },
    ]);
    expect(readMembers('{}')).toEqual([]);
  });

  it.each(['', '[]', '1', '{"a":1', '{"a"', '{"a":}', '{"a":1,}'])('are not read of %j', (text) => {
    expect(readMembers(text)).toBeNull();
  });
});
