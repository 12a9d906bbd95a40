import { describe, expect, it } from 'vitest';
import { arrivalOf } from '../../support/arrival.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { FakeClock } from '../../support/fake-clock.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

async function ended(endGetStream: object, forMs: number): Promise<readonly number[]> {
  const clock = new FakeClock();
  const begun = clock.now();
  const times: number[] = [];
  const answer = await performDo(
    { end_get_stream: endGetStream },
    {
      arrival: { ...arrivalOf({ jsonrpc: '2.0', id: 7, method: 'tools/call' }), at: begun },
      clock,
      answer: jsonAnswer('{"result":{}}'),
      endGetStream: () => times.push(clock.now() - begun),
      later: (ms, act) => clock.after(ms, act),
    },
  );
  expect(await bodyText(answer)).toBe('{"result":{}}');
  clock.advance(forMs);
  return times;
}

describe('the end of the GET stream', () => {
  it('comes before the answer by default', async () => {
    expect(await ended({}, 0)).toEqual([0]);
  });

  it('comes after a while, counted from the request', async () => {
    expect(await ended({ afterMs: '2s' }, 1_999)).toEqual([]);
    expect(await ended({ afterMs: '2s' }, 10_000)).toEqual([2_000]);
  });
});
