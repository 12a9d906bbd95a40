/** Forty and more faults side by side: each session sees its own, and nothing is left of them afterwards. */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type KitchenProcess, type ProcessFacts, startKitchenProcess } from './kitchen-process.js';
import { readSessions, SoakSession } from './soak-sessions.js';

/** `npm run soak` takes a minute; the other tests look for some seconds. */
const RUN_MS = process.env['SOAK'] === undefined ? 4_000 : 60_000;
/** Fills what is bounded: caches, counts, pools. */
const WARM_UP_MS = process.env['SOAK'] === undefined ? 4_000 : 20_000;
const MIB = 1024 * 1024;

it(
  'shows each session its own fault alone, and leaves nothing behind',
  { timeout: RUN_MS + WARM_UP_MS + 120_000 },
  async () => {
    const kitchen = await startKitchenProcess({ db: join(temporaryFolder(), 'kitchen.db') });
    await soak(kitchen, WARM_UP_MS);
    const before = await settled(kitchen);

    const sessions = await soak(kitchen, RUN_MS);
    expect(sessions.length).toBeGreaterThanOrEqual(40);
    expect(sessions.flatMap(({ problems }) => problems)).toEqual([]);
    for (const session of sessions) {
      expect(session.passed, session.name).toBeGreaterThan(0);
      expect([...(await session.recorded())], session.name).toEqual([session.expected]);
    }

    const after = await settled(kitchen);
    expect(after.failures).toEqual([]);
    expect(after.errors).toEqual([]);
    expect(kitchen.output()).toBe('');
    expect(await kitchen.health()).toMatchObject({ status: 'ok', problems: [] });
    expect(handlesOf(after)).toEqual(handlesOf(before));
    expect((after.heapUsed - before.heapUsed) / MIB).toBeLessThan(20);
    expect((after.external - before.external) / MIB).toBeLessThan(20);
  },
);

async function soak(kitchen: KitchenProcess, ms: number): Promise<readonly SoakSession[]> {
  const sessions = await Promise.all(
    readSessions().map(([name, play]) => SoakSession.order(name, play, kitchen.port)),
  );
  const signal = AbortSignal.timeout(ms);
  await Promise.all(sessions.map((session) => session.run(signal)));
  // What their clients have left is being written down.
  await vi.waitFor(async () => expect(await kitchen.records()).toMatchObject({ open: 0 }), {
    timeout: 20_000,
    interval: 100,
  });
  return sessions;
}

/** Waits until nothing of the clients is left in the kitchen. */
async function settled(kitchen: KitchenProcess): Promise<ProcessFacts> {
  await kitchen.endSessions();
  return vi.waitFor(
    async () => {
      const facts = await kitchen.facts();
      expect(facts.handles['TCPSocketWrap'] ?? 0).toBe(0);
      // Two may run at any moment: the sweep for idle sessions, and the writer of records.
      expect(facts.handles['Timeout'] ?? 0).toBeLessThanOrEqual(2);
      return facts;
    },
    { timeout: 20_000, interval: 200 },
  );
}

function handlesOf({ handles }: ProcessFacts): readonly string[] {
  return Object.entries(handles)
    .filter(([kind]) => kind !== 'Timeout')
    .map(([kind, count]) => `${kind}: ${String(count)}`)
    .toSorted();
}
