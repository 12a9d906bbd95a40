/** The kitchen as the rows need it, and the bare servers it is compared with. */
import type { KitchenOptions } from '../src/kitchen-options.js';
import { type Server, startNode } from './server.js';
import type { WorkFolder } from './work-folder.js';

/** Always 503, as `http_status_sequence` gives it. */
export const ALWAYS_503 = {
  scenario: 'http_status_sequence',
  params: { statusCodes: [503] },
} as const;

let started = 0;

/** A kitchen with a database file of its own, as `kitchen serve` has it. */
export function startKitchen(folder: WorkFolder, options: KitchenOptions): Promise<Server> {
  started += 1;
  const db = folder.file(`kitchen-${String(started)}.db`);
  return startNode({ name: 'kitchen', script: 'kitchen', options: { db, ...options } });
}

export function startBareMcp(): Promise<Server> {
  return startNode({ name: 'bare SDK', script: 'bare-mcp' });
}

export function startBare503(): Promise<Server> {
  return startNode({ name: 'bare Hono', script: 'bare-503' });
}

/** Runs `work` with servers that are stopped afterwards. */
export async function withServers<Servers extends readonly Server[], T>(
  starting: { [Index in keyof Servers]: Promise<Servers[Index]> },
  work: (...servers: Servers) => Promise<T>,
): Promise<T> {
  const settled = await Promise.allSettled(starting);
  const servers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    return await work(...(await Promise.all(starting)));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
