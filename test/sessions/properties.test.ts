/** The session rules under random interleavings of clients, admins and time. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKitchen } from '../../src/kitchen.js';
import type { Kitchen } from '../../src/kitchen-options.js';
import { actions } from './actions.js';
import { IDLE_LIMIT_MS } from './model-words.js';
import { play } from './play.js';
import { WatchedClock } from './watched-clock.js';

/** The same on every machine; set them to look further. A failure prints the seed that leads back to it. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_728);
const endOnFailure = process.env['PROPERTY_SHRINK'] === 'off';
const TIMEOUT_MS = 600_000;

/** A property that never met these would hold of anything. */
const TO_MEET = [
  'superseded',
  'superseded while busy',
  'reconnected',
  'reconnected while busy',
  'idle',
  'ended',
  'round in null',
  'round in reconnected',
  'round in ended',
];

describe('the session rules', () => {
  const clock = new WatchedClock();
  let kitchen: Kitchen;

  beforeAll(async () => {
    kitchen = await createKitchen({ port: 0, clock, idleTimeoutMs: IDLE_LIMIT_MS });
  });
  afterAll(() => kitchen.close());

  it(
    'hold whatever clients, admins and time do, in any order',
    async () => {
      const met = new Set<string>();
      await fc.assert(
        fc.asyncProperty(actions, (all) => play(kitchen, clock, all, met)),
        { numRuns: RUNS, seed: SEED, endOnFailure },
      );
      expect([...met], 'what the runs came across').toEqual(expect.arrayContaining(TO_MEET));
    },
    TIMEOUT_MS,
  );
});
