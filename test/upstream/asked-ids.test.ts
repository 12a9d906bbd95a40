import { expect, it } from 'vitest';
import { AskedIds } from '../../src/upstream/asked-ids.js';

it('a response is due once for each request', () => {
  const ids = new AskedIds();
  ids.add(0);
  ids.add(1);
  expect([ids.answer(2), ids.answer('1')]).toEqual([false, false]);
  expect([ids.answer(1), ids.answer(1)]).toEqual([true, false]);
  expect(ids.answer(0)).toBe(true);
});

it('a response to what was forgotten is believed', () => {
  const ids = new AskedIds();
  for (let id = 0; id <= 1_000; id += 1) ids.add(id);
  expect([ids.answer(0), ids.answer(0)]).toEqual([true, true]);
  expect([ids.answer(1), ids.answer(1)]).toEqual([true, false]);
});
