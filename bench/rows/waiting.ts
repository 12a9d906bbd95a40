/** Many exchanges that wait at once: memory, and how exactly a delay is kept. */
import { startKitchen, withServers } from '../contenders.js';
import { fire } from '../load.js';
import { CALL } from '../requests.js';
import { mebibytes, MIB, milliseconds, type Row } from '../row.js';
import type { Scale } from '../scale.js';
import type { Server } from '../server.js';
import { percentile } from '../statistics.js';
import type { WorkFolder } from '../work-folder.js';

const ROUNDS = 3;
const SAMPLE_MS = 250;
/** For the record to be written and the garbage to be collected. */
const SETTLE_MS = 2_000;

export async function measureWaiting(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const params = { delayMs: scale.waitMs };
  const kitchen = startKitchen(folder, { scenario: 'baseline', params });
  return withServers([kitchen] as const, async (server) => {
    const peaks: number[] = [];
    const rests: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sampling = sample(server);
      const { waiting } = scale;
      const burst = { requests: waiting, connections: waiting, expect: 200, timeoutSeconds: 60 };
      await fire(server, CALL, burst);
      peaks.push(await sampling.peak());
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      rests.push((await server.usage())?.rssBytes ?? 0);
    }
    const peak = Math.max(...peaks);
    const growth = (rests[2] ?? 0) - (rests[1] ?? 0);
    const count = scale.waiting.toLocaleString('en');
    return [
      {
        what: `${count} exchanges waiting in baseline, all answered: resident memory at most`,
        target: 'under 500 MiB',
        measured: mebibytes(peak),
        met: peak < 500 * MIB,
        details: { peaks, rests },
      },
      {
        what: 'the same for the third time: resident memory afterwards against the second time',
        target: 'within 20 MiB',
        measured: `${growth > 0 ? '+' : ''}${mebibytes(growth)}`,
        met: growth <= 20 * MIB,
        details: { peaks, rests },
      },
    ];
  });
}

const DELAY_MS = 300;
const AT_A_TIME = 200;

export async function measureDelay(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const kitchen = startKitchen(folder, { scenario: 'baseline', params: { delayMs: DELAY_MS } });
  return withServers([kitchen] as const, async (server) => {
    const burst = { connections: AT_A_TIME, expect: 200, onOpenConnections: true };
    await fire(server, CALL, { ...burst, requests: AT_A_TIME * 5 });
    const { latencies } = await fire(server, CALL, { ...burst, requests: scale.delayedAnswers });
    const off = latencies.map((ms) => Math.abs(ms - DELAY_MS)).toSorted();
    const p99 = percentile(off, 0.99);
    return [
      {
        what: `delay of ${String(DELAY_MS)} ms, ${String(AT_A_TIME)} at a time: off by, 99th percentile`,
        target: 'within 25 ms',
        measured: milliseconds(p99),
        met: p99 <= 25,
        details: { median: percentile(off, 0.5), p99, most: percentile(off, 1) },
      },
    ];
  });
}

/** Watches the memory of a server until the peak is asked for. */
function sample(server: Server): { peak(): Promise<number> } {
  let most = 0;
  let isOver = false;
  const watching = (async (): Promise<void> => {
    while (!isOver) {
      most = Math.max(most, (await server.usage())?.rssBytes ?? 0);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    async peak() {
      isOver = true;
      await watching;
      return most;
    },
  };
}
