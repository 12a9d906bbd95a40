/** Fills a database as months of use would. */
import { createKitchen } from '../src/kitchen.js';
import type { Observation } from '../src/observations/observation.js';
import { openSqliteStore } from '../src/store/sqlite-store.js';
import type { Retention } from '../src/store/store.js';
import { CALL } from './requests.js';

export const KEEP_ALL: Retention = {
  perWorkspace: 100_000_000,
  maxAgeMs: 365 * 24 * 60 * 60 * 1000,
  totalBytes: 1024 ** 4,
};

const BATCH = 1_000;
/** Each faulty one among so many healthy ones. */
const RARE = 1_000;

export async function fillStore(
  file: string,
  { observations, sessions }: { readonly observations: number; readonly sessions: number },
): Promise<void> {
  const [faulty, healthy] = await recordExamples();
  const store = openSqliteStore({ file, retention: KEEP_ALL });
  store.reserveNumbers(observations);
  const sessionOf = (number: number): string => `past-${String(number % sessions)}`;
  for (let from = 1; from <= observations; from += BATCH) {
    const batch: Observation[] = [];
    for (let number = from; number < from + BATCH && number <= observations; number += 1) {
      const example = number % RARE === 0 ? faulty : healthy;
      batch.push({ ...example, number, session: sessionOf(number) });
    }
    store.write({ observations: batch, sessions: [] });
  }
  const template = await exampleSession();
  for (let from = 0; from < sessions; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, sessions - from) }, (_, index) => ({
      ...template,
      id: sessionOf(from + index),
    }));
    store.write({ observations: [], sessions: batch });
  }
  store.close();
}

type Example = Observation;

/** One exchange of each sort, as a kitchen records it. */
async function recordExamples(): Promise<readonly [faulty: Example, healthy: Example]> {
  const kitchen = await createKitchen({
    port: 0,
    db: ':memory:',
    scenario: 'http_status_sequence',
    params: { statusCodes: [503, 200] },
  });
  try {
    for (let call = 0; call < 2; call += 1) {
      const response = await kitchen.fetch(toRequest(kitchen.mcpUrl));
      await response.text();
    }
    const [healthy, faulty] = kitchen.observations();
    if (healthy === undefined || faulty === undefined) throw new Error('Nothing was recorded.');
    return [faulty, healthy];
  } finally {
    await kitchen.close();
  }
}

async function exampleSession(): Promise<
  Parameters<ReturnType<typeof openSqliteStore>['write']>[0]['sessions'][number]
> {
  const kitchen = await createKitchen({ port: 0, db: ':memory:' });
  try {
    await (await kitchen.fetch(toRequest(kitchen.mcpUrl))).text();
    const [session] = kitchen.endSessions();
    if (session === undefined) throw new Error('There was no session.');
    return session;
  } finally {
    await kitchen.close();
  }
}

function toRequest(url: string): Request {
  const { method, headers, body } = CALL;
  return new Request(url, { method, headers, ...(body !== undefined && { body }) });
}
