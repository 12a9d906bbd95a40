/** Twenty thousand damaged requests, the same ones in every run: nobody else notices, and each is accounted for. */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type ProcessFacts, startKitchenProcess } from './kitchen-process.js';
import { shootAdmin } from './fuzz/admin.js';
import { shootEnvelope, shootJson, shootParams } from './fuzz/bodies.js';
import { shootFraming } from './fuzz/framing.js';
import { Gunner } from './fuzz/gunner.js';
import { shootHeaders } from './fuzz/headers.js';
import { Random } from './fuzz/random.js';
import { KnownIds, sessionShooter } from './fuzz/sessions.js';
import { type Shooter, shoot, soundBody, soundRequest } from './fuzz/shot.js';

const SEED = 20_260_728;
const GUNNERS = 16;
/** Of 1,000 requests each. */
const ROUNDS = 21;
/** The first rounds fill what is bounded: caches, events that are kept, names that are counted. */
const WARM_UP_ROUNDS = 5;
const MIB = 1024 * 1024;

it(
  'leaves the kitchen healthy, with a record of each request and nothing else',
  { timeout: 600_000 },
  async () => {
    const folder = temporaryFolder();
    const kitchen = await startKitchenProcess({ db: join(folder, 'kitchen.db') });
    const known = new KnownIds();
    const random = new Random(SEED);
    const shares: readonly (readonly [share: number, shooter: Shooter])[] = [
      [150, shootFraming],
      [150, shootHeaders],
      [200, shootJson],
      [200, shootEnvelope],
      [150, shootParams],
      [100, sessionShooter(known)],
      [50, shootAdmin],
    ];
    let expected = 0;
    const surprises: string[] = [];

    const fireRound = async (): Promise<void> => {
      const shooters = shares.flatMap(([share, shooter]) =>
        Array.from({ length: share }, () => shooter),
      );
      const gunners = Array.from({ length: GUNNERS }, () => new Gunner(kitchen.port));
      await Promise.all(
        gunners.map(async (gunner) => {
          for (let shooter = draw(); shooter !== undefined; shooter = draw()) {
            const shot = shooter(random);
            expected += shot.records;
            const answers = await gunner.fire(shot).catch((error: unknown) => {
              surprises.push(String(error));
              gunner.leave();
              return [];
            });
            for (const { status, headers } of answers) {
              const id = headers.get('mcp-session-id');
              if (id !== undefined) known.learn(id);
              // 501: a transfer coding that nobody knows (RFC 9112, section 6.1).
              if (status >= 500 && status !== 501)
                surprises.push(`${String(status)} to ${shot.label}`);
            }
          }
          expect(await healthyCall(gunner)).toBe(200);
          expected += 1;
          gunner.leave();
        }),
      );

      function draw(): Shooter | undefined {
        const [picked] = shooters.splice(random.below(shooters.length), 1);
        return picked;
      }
    };

    /** Waits until nothing of the clients is left in the kitchen. */
    const settled = async (): Promise<ProcessFacts> => {
      // A session of the 2025 era is kept until it ends, for a client that might come back.
      await kitchen.endSessions();
      return vi.waitFor(
        async () => {
          expect(await kitchen.records()).toMatchObject({ open: 0 });
          const facts = await kitchen.facts();
          expect(facts.handles['TCPSocketWrap'] ?? 0).toBe(0);
          // Two may run at any moment: the sweep for idle sessions, and the writer of records.
          expect(facts.handles['Timeout'] ?? 0).toBeLessThanOrEqual(2);
          return facts;
        },
        { timeout: 20_000, interval: 200 },
      );
    };

    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await fireRound();
    const before = await settled();
    for (let round = WARM_UP_ROUNDS; round < ROUNDS; round += 1) await fireRound();
    const after = await settled();

    expect(surprises).toEqual([]);
    expect(await kitchen.records()).toEqual({ all: expected, open: 0 });
    expect(after.failures).toEqual([]);
    expect(after.errors).toEqual([]);
    expect(kitchen.output()).toBe('');
    expect(await kitchen.health()).toMatchObject({ status: 'ok', problems: [] });
    expect(kindsOf(after)).toEqual(kindsOf(before));
    expect((after.heapUsed - before.heapUsed) / MIB).toBeLessThan(15);
    expect((after.rss - before.rss) / MIB).toBeLessThan(150);
  },
);

function kindsOf({ handles }: ProcessFacts): readonly string[] {
  return Object.entries(handles)
    .filter(([kind]) => kind !== 'Timeout')
    .map(([kind, count]) => `${kind}: ${String(count)}`);
}

async function healthyCall(gunner: Gunner): Promise<number | undefined> {
  const sound = soundRequest(soundBody(new Random(1)));
  const [answer] = await gunner.fire(shoot('a healthy call', sound));
  return answer?.status;
}
