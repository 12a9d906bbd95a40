import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../../support/fault-context.js';
import { FakeClock } from '../../support/fake-clock.js';
import { bodyText, performDo } from '../../support/perform-fault.js';
import { arrivalOf } from '../../support/arrival.js';

const ANSWER = jsonAnswer('{"result":{}}');

/** What was told, with the time since the request. */
async function told(notify: object, forMs: number): Promise<[number, unknown][]> {
  const clock = new FakeClock();
  const begun = clock.now();
  const seen: [number, unknown][] = [];
  const arrival = { ...arrivalOf({ jsonrpc: '2.0', id: 7, method: 'tools/list' }), at: begun };
  const answer = await performDo(
    { notify },
    {
      arrival,
      clock,
      answer: ANSWER,
      notify: (change) => seen.push([clock.now() - begun, change]),
      later: (ms, act) => clock.after(ms, act),
    },
  );
  expect(await bodyText(answer)).toBe('{"result":{}}');
  clock.advance(forMs);
  return seen;
}

describe('a notice', () => {
  it('is given before the answer by default', async () => {
    expect(await told({ change: 'tools' }, 0)).toEqual([[0, 'tools']]);
  });

  it('is given after a while, counted from the request', async () => {
    const change = { resource: 'kitchen://guide' };
    expect(await told({ change, afterMs: '2s' }, 1_999)).toEqual([]);
    expect(await told({ change, afterMs: '2s' }, 2_000)).toEqual([[2_000, change]]);
  });

  it('is given of several changes, and several times', async () => {
    const notify = { change: ['tools', 'prompts'], times: 2, everyMs: 10, afterMs: 5 };
    expect(await told(notify, 1_000)).toEqual([
      [5, 'tools'],
      [5, 'prompts'],
      [15, 'tools'],
      [15, 'prompts'],
    ]);
  });

  it('can come as a storm', async () => {
    expect(await told({ change: 'tools', times: 500 }, 0)).toHaveLength(500);
  });
});
