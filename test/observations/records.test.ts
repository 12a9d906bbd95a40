import { afterEach, expect, it, vi } from 'vitest';
import { ExchangeRecord } from '../../src/observations/exchange-record.js';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool } from '../support/mcp.js';

type Query = Parameters<Kitchen['observations']>[0];

/** Six calls; the second, the fourth and the sixth wait for their answer. */
async function sixCalls(): Promise<(query: Query) => readonly number[]> {
  const rules = [{ on: { nth: [2, 4, 6] }, do: { delay: { delayMs: '10m' } } }];
  const kitchen = await testKitchen({ scenario: 'script', params: { rules } });
  for (let call = 1; call <= 6; call += 1) {
    const answered = callTool(kitchen, 'echo', { text: 'x' });
    if (call % 2 === 1) await answered;
    else answered.catch(() => undefined);
    await vi.waitFor(() => {
      expect(kitchen.observations()).toHaveLength(call);
    });
  }
  return (query) => kitchen.observations(query).map(({ number }) => number);
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('puts what is still open in its place among what is over, on every page', async () => {
  const numbers = await sixCalls();
  expect(numbers({ after: 0, limit: 2 })).toEqual([1, 2]);
  expect(numbers({ after: 2, limit: 3 })).toEqual([3, 4, 5]);
  expect(numbers({ after: 5, limit: 3 })).toEqual([6]);
  expect(numbers({ limit: 3 })).toEqual([6, 5, 4]);
  expect(numbers({ before: 4, limit: 3 })).toEqual([3, 2, 1]);
  expect(numbers({ outcome: 'PENDING', limit: 2 })).toEqual([6, 4]);
  expect(numbers({ outcome: 'PENDING', after: 2, limit: 5 })).toEqual([4, 6]);
});

it('makes no more of what is open than the page can show', async () => {
  const numbers = await sixCalls();
  const made = vi.spyOn(ExchangeRecord.prototype, 'toObservation');
  expect(numbers({ limit: 1 })).toEqual([6]);
  expect(numbers({ before: 5, limit: 1 })).toEqual([4]);
  expect(numbers({ outcome: 'PENDING', limit: 1 })).toEqual([6]);
  expect(made).toHaveBeenCalledTimes(3);
});
