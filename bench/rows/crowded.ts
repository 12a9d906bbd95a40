/** Healthy calls while others are slow, many or greedy. */
import { existsSync } from 'node:fs';
import { startKitchen, withServers } from '../contenders.js';
import { type Crowd, CROWDS, gather } from '../crowd.js';
import { fillStore, KEEP_ALL } from '../fill-store.js';
import { fire } from '../load.js';
import { CALL } from '../requests.js';
import { type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { Server } from '../server.js';
import { median, percentile } from '../statistics.js';
import type { WorkFolder } from '../work-folder.js';

/** Until a crowd that has left is gone for the server, too. */
const LEAVING_MS = 1_000;

export async function measureCrowded(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const db = folder.file('full.db');
  const { storedObservations: observations, pastSessions: sessions } = scale;
  if (!existsSync(db)) await fillStore(db, { observations, sessions });
  const kitchen = startKitchen(folder, { scenario: 'baseline', db, retention: KEEP_ALL });
  return withServers([kitchen] as const, async (server) => {
    await p99(server, scale.warmUpRequests);
    const measured: Record<string, Measured> = {};
    for (const crowds of [...CROWDS.map((crowd) => [crowd]), CROWDS]) {
      measured[crowds.join(', ')] = await measureAmong(crowds, scale, server);
    }
    const [worst = ['none', Number.NaN]] = Object.entries(measured)
      .map(([crowd, { ratio }]) => [crowd, ratio] as const)
      .toSorted(([, a], [, b]) => b - a);
    const [crowd, ratio] = worst;
    const size = observations.toLocaleString('en');
    return [
      {
        what: `healthy calls among 500 slow senders, 2,000 streams, a reader that never reads, an export of ${size}: 99th percentile against the idle one`,
        target: 'at most 3 ×',
        measured: `${times(ratio)} (${crowd.includes(',') ? 'all at once' : crowd})`,
        met: ratio <= 3,
        details: measured,
      },
    ];
  });
}

interface Measured {
  /** Of the 99th percentiles: the median of the rounds. */
  readonly ratio: number;
  readonly amongMs: readonly number[];
  readonly idleMs: readonly number[];
}

async function measureAmong(
  crowds: readonly Crowd[],
  scale: Scale,
  server: Server,
): Promise<Measured> {
  const amongMs: number[] = [];
  const idleMs: number[] = [];
  for (let round = 0; round < scale.crowdRounds; round += 1) {
    const crowd = await gather(crowds, server);
    try {
      amongMs.push(await p99(server, scale.crowdRequests));
    } finally {
      await crowd.leave();
    }
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    idleMs.push(await p99(server, scale.crowdRequests));
  }
  const ratio = median(amongMs.map((ms, index) => ms / (idleMs[index] ?? Number.NaN)));
  return { ratio, amongMs, idleMs };
}

async function p99(server: Server, requests: number): Promise<number> {
  const burst = { requests, connections: 20, expect: 200, onOpenConnections: true };
  return percentile((await fire(server, CALL, burst)).latencies, 0.99);
}
