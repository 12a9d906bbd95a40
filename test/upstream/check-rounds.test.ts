import { describe, expect, it } from 'vitest';
import { checkRounds } from '../../src/upstream/dialogue-rounds.js';
import type { Round } from '../../src/upstream/plan.js';

const round = (keys: string, state: boolean): Round => ({
  requests: Object.fromEntries(keys.split('').map((key) => [key, { kind: 'roots' as const }])),
  state,
});

describe('rounds that are saved', () => {
  it.each([
    ['one with state', [round('a', true)]],
    ['one of state alone', [round('', true)]],
    ['the same keys, told apart by their states', [round('a', true), round('a', true)]],
    ['no state, but keys of their own', [round('a', false), round('b', false), round('c', true)]],
  ])('may be %s', (_what, rounds) => {
    expect(checkRounds(rounds)).toEqual([]);
  });

  it('must ask something or give a state', () => {
    expect(checkRounds([round('a', true), round('', false)])).toEqual([
      { path: [1], message: expect.stringContaining('Asks nothing') },
    ]);
  });

  it('must not repeat keys where nothing else tells them apart', () => {
    expect(checkRounds([round('ab', true), round('cb', false)])).toEqual([
      { path: [1, 'requests', 'b'], message: expect.stringContaining('tell them apart') },
    ]);
    expect(checkRounds([round('a', false), round('a', false)]).map(({ path }) => path)).toEqual([
      [0, 'requests', 'a'],
      [1, 'requests', 'a'],
    ]);
  });
});
