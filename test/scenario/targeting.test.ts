import { describe, expect, it } from 'vitest';
import {
  meansRequest,
  onSchema,
  roundOf,
  selectsMatch,
  type On,
  type RequestFacts,
} from '../../src/scenario/targeting.js';

const call: RequestFacts = {
  verb: 'POST',
  method: 'tools/call',
  name: 'echo',
  era: 'modern',
  round: 1,
  page: null,
  connection: 2,
  sinceStartMs: 5000,
  kind: 'request',
  headers: [],
  params: null,
  meta: null,
};

describe('which requests are meant', () => {
  it.each<[string, On]>([
    ['nothing said', {}],
    ['the verb', { verb: 'POST' }],
    ['one of several verbs', { verb: ['GET', 'POST'] }],
    ['the method', { method: 'tools/call' }],
    ['one of several names', { name: ['add', 'echo'] }],
    ['the era', { era: 'modern' }],
    ['the round', { round: [1, 3] }],
    ['the connection', { connection: 2 }],
    ['the moment', { after: '5s' }],
    ['milliseconds', { after: 4999 }],
    ['all at once', { verb: 'POST', method: 'tools/call', name: 'echo', era: 'modern', round: 1 }],
  ])('means a request that fits: %s', (_what, on) => {
    expect(meansRequest(on, call)).toBe(true);
  });

  it.each<[string, On]>([
    ['another verb', { verb: 'GET' }],
    ['another method', { method: ['tools/list', 'server/discover'] }],
    ['another name', { name: 'add' }],
    ['another era', { era: 'legacy' }],
    ['another round', { round: 2 }],
    ['another connection', { connection: [1, 3] }],
    ['too early', { after: '5001ms' }],
    ['one field of many', { verb: 'POST', method: 'tools/call', name: 'add' }],
  ])('does not mean a request that does not: %s', (_what, on) => {
    expect(meansRequest(on, call)).toBe(false);
  });

  it('never takes a request without method or name for one that is named', () => {
    expect(meansRequest({ method: 'tools/call' }, { ...call, method: null })).toBe(false);
    expect(meansRequest({ name: ['echo'] }, { ...call, name: null })).toBe(false);
    expect(meansRequest({ connection: 2 }, { ...call, connection: null })).toBe(false);
    expect(meansRequest({}, { ...call, method: null, name: null })).toBe(true);
  });
});

const hits = (on: On, count = 12): number[] => {
  const numbers: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    if (selectsMatch(on, n, { random: () => 0.5, timesSoFar: numbers.length })) numbers.push(n);
  }
  return numbers;
};

const atChance = (random: number, probability: number): boolean =>
  selectsMatch({ probability }, 1, { random: () => random, timesSoFar: 0 });

describe('which of them are hit', () => {
  it.each<[On, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [{ nth: 2 }, [2]],
    [{ nth: [1, 4] }, [1, 4]],
    [{ from: 11 }, [11, 12]],
    [{ to: 2 }, [1, 2]],
    [{ from: 3, to: 5 }, [3, 4, 5]],
    [{ every: 3 }, [3, 6, 9, 12]],
    [{ from: 5, every: 3 }, [7, 10]],
    [{ every: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [{ times: 2 }, [1, 2]],
    [{ from: 5, times: 1 }, [5]],
    [{ every: 2, times: 2 }, [2, 4]],
    [{ probability: 0 }, []],
    [{ probability: 0.5 }, []],
    [{ probability: 0.51, to: 2 }, [1, 2]],
    [{ probability: 1, nth: 3 }, [3]],
  ])('%j hits %j', (on, numbers) => {
    expect(hits(on)).toEqual(numbers);
  });

  it('is certain at 1 and impossible at 0, whatever the chance', () => {
    expect([atChance(0, 0), atChance(0.999_999, 1), atChance(0, 1)]).toEqual([false, true, true]);
  });
});

describe('the param `on`', () => {
  it.each<On>([
    {},
    { verb: 'POST', method: ['tools/call'], name: 'echo', era: ['modern', 'legacy'], round: 2 },
    { nth: [1, 2], from: 1, to: 1, every: 2, times: 3, after: '10s', probability: 0.25 },
  ])('takes %j as it is', (on) => {
    expect(onSchema.parse(on)).toEqual(on);
  });

  it.each<[unknown, string]>([
    [{ metod: 'tools/call' }, ''],
    [{ verb: 'post' }, 'verb'],
    [{ verb: [] }, 'verb'],
    [{ name: '' }, 'name'],
    [{ era: 'ancient' }, 'era'],
    [{ round: 0 }, 'round'],
    [{ nth: 1.5 }, 'nth'],
    [{ nth: [] }, 'nth'],
    [{ every: 0 }, 'every'],
    [{ times: 0 }, 'times'],
    [{ from: 3, to: 2 }, 'to'],
    [{ after: '25h' }, 'after'],
    [{ after: -1 }, 'after'],
    [{ probability: 1.1 }, 'probability'],
  ])('refuses %j', (on, path) => {
    const { error } = onSchema.safeParse(on);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});

const round = (
  requestState: string | null,
  inputResponses: Record<string, unknown> | null = null,
): number => roundOf({ requestState, inputResponses });

describe('the round of a request', () => {
  it('is 1 for a call', () => {
    expect(round(null)).toBe(1);
  });

  it('is one more than the round that its state was given in', () => {
    expect([round('s_1-A.1.tok.en'), round('s.7.t', {})]).toEqual([2, 8]);
  });

  it('is 2 where nothing tells: answers without a state, a foreign state', () => {
    expect([round(null, {}), round('garbage'), round('a.b.c'), round('s.0.t'), round('')]).toEqual([
      2, 2, 2, 2, 2,
    ]);
  });
});
