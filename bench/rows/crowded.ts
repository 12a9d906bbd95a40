/** Healthy calls while others are slow, many or greedy. */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startKitchen, withServers } from '../contenders.js';
import { type Crowd, CROWDS, gather } from '../crowd.js';
import { fillStore, KEEP_ALL } from '../fill-store.js';
import { fire } from '../load.js';
import { CALL } from '../requests.js';
import { milliseconds, type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { Server } from '../server.js';
import { median, percentile } from '../statistics.js';
import { sendSteadily } from '../steady-load.js';
import type { WorkFolder } from '../work-folder.js';

/** Well below what the kitchen can do: how long calls wait for each other is not the question here. */
const HEALTHY = { perSecond: 250, expect: 200 } as const;
/** After a crowd has left, the server is done with it once it needs less of a processor than this. */
const QUIET = { share: 0.1, sampleMs: 200, patienceMs: 5_000 };

export async function measureCrowded(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const db = folder.file('full.db');
  const { storedObservations: observations, pastSessions: sessions } = scale;
  if (!existsSync(db)) await fillStore(db, { observations, sessions });
  const kitchen = startKitchen(folder, { scenario: 'baseline', db, retention: KEEP_ALL });
  return withServers([kitchen] as const, async (server) => {
    const warmUp = { connections: 20, expect: 200, requests: scale.warmUpRequests / 4 };
    await fire(server, CALL, warmUp);
    await quiet(server);
    const measured = await measureEach(server, scale.crowdRounds);
    const { crowd, ratio, amongMs, idleMs } = measured.reduce((worst, one) =>
      one.ratio > worst.ratio ? one : worst,
    );
    const size = observations.toLocaleString('en');
    return [
      {
        what: `healthy calls, ${String(HEALTHY.perSecond)} a second, among 500 slow senders, 2,000 streams, a reader that never reads, an export of ${size}: 99th percentile against the idle one`,
        target: 'at most 3 ×',
        measured: `${times(ratio)} (${crowd}: ${milliseconds(amongMs)} against ${milliseconds(idleMs)})`,
        met: ratio <= 3,
        details: measured,
      },
    ];
  });
}

/** The 99th percentiles are medians of the rounds. */
interface Measured {
  readonly crowd: string;
  readonly ratio: number;
  readonly amongMs: number;
  /** Before and after each crowd. */
  readonly idleMs: number;
}

const ALL = 'all at once';

/** Each kind of crowd alone, and all at once; in turn, so that what disturbs the machine does not disturb one alone. */
async function measureEach(server: Server, rounds: number): Promise<readonly Measured[]> {
  const gatherings = [
    ...CROWDS.map((crowd) => ({ crowd, crowds: [crowd], among: new Array<number>() })),
    { crowd: ALL, crowds: CROWDS, among: new Array<number>() },
  ];
  const idle = [await secondOf(server)];
  for (let round = 0; round < rounds; round += 1) {
    for (const { crowds, among } of gatherings) {
      among.push(await secondAmong(crowds, server));
      idle.push(await secondOf(server));
    }
  }
  const idleMs = median(idle);
  return gatherings.map(({ crowd, among }) => {
    const amongMs = median(among);
    return { crowd, ratio: amongMs / idleMs, amongMs, idleMs };
  });
}

async function secondAmong(crowds: readonly Crowd[], server: Server): Promise<number> {
  const crowd = await gather(crowds, server);
  try {
    // What a crowd calls for that has just come does not run yet as it will run.
    await secondOf(server);
    return await secondOf(server);
  } finally {
    await crowd.leave();
    await quiet(server);
  }
}

/** The 99th percentile. */
async function secondOf(server: Server): Promise<number> {
  return percentile(await sendSteadily(server, CALL, { ...HEALTHY, seconds: 1 }), 0.99);
}

async function quiet(server: Server): Promise<void> {
  const { share, sampleMs, patienceMs } = QUIET;
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += sampleMs) {
    const before = (await server.usage())?.cpuMicros ?? 0;
    await wait(sampleMs);
    const used = ((await server.usage())?.cpuMicros ?? 0) - before;
    if (used < share * sampleMs * 1_000) return;
  }
}
