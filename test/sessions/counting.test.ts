import { describe, expect, it } from 'vitest';
import { SessionCounting } from '../../src/sessions/counting.js';
import { arrivalOf, modernRequest } from '../support/arrival.js';

const call = (name: string): ReturnType<typeof arrivalOf> =>
  arrivalOf(modernRequest('tools/call', { name }));
const asItIs = (name: string): string => name;

describe('the counters of a session', () => {
  it('stay in a copy as they were', () => {
    const counting = new SessionCounting();
    counting.count(call('echo'), asItIs);
    const before = counting.copy();
    counting.count(call('echo'), asItIs);
    counting.count(call('add'), asItIs);
    expect(before.calls).toEqual({ echo: 1 });
    expect(counting.copy().calls).toEqual({ echo: 2, add: 1 });
  });

  it('take any name', () => {
    const counting = new SessionCounting();
    for (const name of ['__proto__', 'constructor', '__proto__']) {
      counting.count(call(name), asItIs);
    }
    expect(Object.entries(counting.copy().calls)).toEqual([
      ['__proto__', 2],
      ['constructor', 1],
    ]);
  });

  it('put what comes after 200 names together', () => {
    const counting = new SessionCounting();
    for (let number = 0; number < 205; number += 1) counting.count(call(`t${number}`), asItIs);
    expect(counting.copy().calls).toMatchObject({ t199: 1, '(other)': 5 });
  });
});
