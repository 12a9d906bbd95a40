/** Injected 503s: the kitchen against other mock servers. */
import { ALWAYS_503, startKitchen, withServers } from '../contenders.js';
import { duelOf503s, type Result } from '../duel.js';
import { installRivals, RIVALS } from '../rivals.js';
import { type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { WorkFolder } from '../work-folder.js';

export async function measureRivals(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const what = '503 against the fastest of mockttp, WireMock, MockServer, requests per second';
  const target = 'at least 1.5 ×, goal 2.0 ×';
  if (!scale.rivals) return [{ what, target, measured: 'left out', met: null, details: null }];
  const results: Result[] = [];
  const problems: string[] = [];
  try {
    await installRivals();
    for (const rival of RIVALS) {
      try {
        results.push(await against(rival.start(folder), scale, folder));
      } catch (error) {
        problems.push(`${rival.name}: ${messageOf(error)}`);
      }
    }
  } catch (error) {
    problems.push(`They cannot be installed: ${messageOf(error)}`);
  }
  const [fastest] = results.toSorted((one, other) => one.speed - other.speed);
  const measured =
    fastest === undefined
      ? problems.join('; ')
      : `${times(fastest.speed)} (${fastest.second.name})${problems.length > 0 ? '; not all ran' : ''}`;
  const met = fastest === undefined ? null : fastest.speed >= 1.5;
  return [{ what, target, measured, met, details: { results, problems } }];
}

function against(
  starting: Parameters<typeof withServers>[0][0],
  scale: Scale,
  folder: WorkFolder,
): Promise<Result> {
  return withServers([startKitchen(folder, ALWAYS_503), starting] as const, (first, second) => {
    return duelOf503s(first, second, { ...scale, burstRequests: scale.burstRequests / 2 });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
}
