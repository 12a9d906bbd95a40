/** Injected 503s: the kitchen against a bare route that reads, parses and answers the same. */
import { ALWAYS_503, startBare503, startKitchen, withServers } from '../contenders.js';
import { duelOf503s } from '../duel.js';
import { type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { WorkFolder } from '../work-folder.js';

export async function measureInjected(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const kitchen = startKitchen(folder, ALWAYS_503);
  return withServers([kitchen, startBare503()] as const, async (first, second) => {
    const result = await duelOf503s(first, second, scale);
    return [
      {
        what: '503 against a bare Hono route, requests per second',
        target: 'at least 0.50 ×, goal 0.60 ×',
        measured: times(result.speed),
        met: result.speed >= 0.5,
        details: result,
      },
    ];
  });
}
