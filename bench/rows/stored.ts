/** What a full store costs: the exchanges, and who reads the record. */
import { ALWAYS_503, startKitchen, withServers } from '../contenders.js';
import { duelOf503s } from '../duel.js';
import { fillStore, KEEP_ALL } from '../fill-store.js';
import { fire } from '../load.js';
import { read } from '../requests.js';
import { milliseconds, type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import type { Server } from '../server.js';
import { percentile } from '../statistics.js';
import type { WorkFolder } from '../work-folder.js';

const PAGE = '/api/workspaces/default/observations?limit=100';
const QUERIES = {
  'rare outcome': `${PAGE}&method=tools%2Fcall&outcome=HTTP_ERROR`,
  'rare fault of one session': `${PAGE}&session=past-0&fault=http_status`,
  'nothing of one session': `${PAGE}&session=past-1&outcome=HTTP_ERROR`,
  'nothing at all': `${PAGE}&method=prompts%2Fget&fault=tool_error`,
};

export async function measureStored(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const db = folder.file('full.db');
  const { storedObservations: observations, pastSessions: sessions } = scale;
  await fillStore(db, { observations, sessions });
  const full = startKitchen(folder, { ...ALWAYS_503, db, retention: KEEP_ALL });
  const empty = startKitchen(folder, { ...ALWAYS_503, retention: KEEP_ALL });
  return withServers([full, empty] as const, async (first, second) => {
    const pages = await measurePages(first, scale.pages);
    const slowest = Math.max(...Object.values(pages));
    const result = await duelOf503s(first, second, scale);
    const size = observations.toLocaleString('en');
    return [
      {
        what: `503 with ${size} stored observations against an empty store, requests per second`,
        target: 'at least 0.95 ×',
        measured: times(result.speed),
        met: result.speed >= 0.95,
        details: result,
      },
      {
        what: `newest page with two filters of ${size} observations, 95th percentile of the slowest`,
        target: 'under 20 ms',
        measured: milliseconds(slowest),
        met: slowest < 20,
        details: pages,
      },
    ];
  });
}

async function measurePages(server: Server, requests: number): Promise<Record<string, number>> {
  const measured: Record<string, number> = {};
  for (const [name, path] of Object.entries(QUERIES)) {
    const { latencies } = await fire(server, read(path), { requests, connections: 1, expect: 200 });
    measured[name] = percentile(latencies, 0.95);
  }
  return measured;
}
