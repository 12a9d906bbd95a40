/** Healthy calls: the kitchen against the SDK alone. */
import { startBareMcp, startKitchen, withServers } from '../contenders.js';
import { duel } from '../duel.js';
import { CALL } from '../requests.js';
import { milliseconds, type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { WorkFolder } from '../work-folder.js';

export async function measureHealthy(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const kitchen = startKitchen(folder, { scenario: 'baseline' });
  return withServers([kitchen, startBareMcp()] as const, async (first, second) => {
    const many = { connections: 20, expect: 200 };
    const throughput = await duel(first, second, CALL, {
      rounds: scale.rounds,
      warmUp: { ...many, requests: scale.warmUpRequests / 2 },
      burst: { ...many, requests: scale.burstRequests / 2 },
    });
    const single = { connections: 1, expect: 200, requests: scale.singleRequests };
    const oneByOne = await duel(first, second, CALL, {
      rounds: scale.rounds,
      warmUp: single,
      burst: single,
    });
    return [
      {
        what: 'healthy tools/call against the bare SDK, requests per second',
        target: 'at least 1.0 ×',
        measured: times(throughput.speed),
        met: throughput.speed >= 1,
        details: throughput,
      },
      {
        what: 'time added to a healthy call, one at a time, 99th percentile',
        target: 'under 1 ms',
        measured: milliseconds(oneByOne.addedP99Ms),
        met: oneByOne.addedP99Ms < 1,
        details: oneByOne,
      },
    ];
  });
}
