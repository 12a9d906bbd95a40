import { expect, it } from 'vitest';
import { hold } from '../../src/exchange/hold.js';
import { FakeClock } from '../support/fake-clock.js';

const NEVER = new AbortController().signal;

it.each([0, -5])('lets in what has arrived, even for %i ms', async (ms) => {
  let hasArrived = false;
  setImmediate(() => (hasArrived = true));
  await hold(new FakeClock(), ms, NEVER);
  expect(hasArrived).toBe(true);
});

it('ends early where its signal aborts, and leaves no timer', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const held = hold(clock, 1_000, stop.signal);
  stop.abort();
  await held;
  expect(clock.pending).toBe(0);
});
