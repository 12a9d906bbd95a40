import { expect, it } from 'vitest';
import { FairShare } from '../../src/exchange/fair-share.js';

/** How often it may be spent until it is to wait. */
function timesOf(share: FairShare, bytes: number): number {
  for (let times = 1; times <= 10_000; times += 1) {
    if (share.spend(bytes) !== null) return times;
  }
  return Infinity;
}

it('is spent by many bytes at once, and by many small pieces', () => {
  expect(timesOf(new FairShare(), 65_536)).toBe(1);
  expect(timesOf(new FairShare(), 1)).toBeGreaterThan(50);
  expect(timesOf(new FairShare(), 1)).toBeLessThan(1_000);
});

it('is there anew after a turn of the event loop', async () => {
  const share = new FairShare();
  let hasArrived = false;
  setImmediate(() => (hasArrived = true));
  await share.spend(1_000_000);
  expect(hasArrived).toBe(true);
  expect(share.spend(1)).toBeNull();
});
