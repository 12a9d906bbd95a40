import { expect, it } from 'vitest';
import { table } from '../../src/cli/table.js';

it('puts rows into columns without borders or trailing blanks', () => {
  expect(
    table(
      ['Id', 'Text'],
      [
        ['a', 'one'],
        ['bcd', 'two'],
      ],
    ),
  ).toBe('Id   Text\na    one\nbcd  two');
});
