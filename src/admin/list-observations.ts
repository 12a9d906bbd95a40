/** One page of observations: summaries unless the whole ones are asked for, and where the next page starts. */
import type { z } from '@hono/zod-openapi';
import type { ObservationSummary } from '../observations/observation.js';
import type { KitchenService } from '../service.js';
import type { ObservationPage } from './observation-schemas.js';
import type { observationsQuery } from './request-schemas.js';

/** So many are read at once; then those whose requests have come meanwhile have their turn. */
const AT_ONCE = 100;

export async function listObservations(
  service: Pick<KitchenService, 'observations' | 'summaries'>,
  workspace: string,
  { full = false, ...filter }: z.output<typeof observationsQuery>,
): Promise<ObservationPage> {
  const onFrom = (last: ObservationSummary): { before: number } | { after: number } =>
    filter.after === undefined ? { before: last.number } : { after: last.number };
  const found: ObservationSummary[] = [];
  let last: ObservationSummary | undefined;
  for (;;) {
    const limit = Math.min(AT_ONCE, filter.limit - found.length);
    const part = { ...filter, ...(last && onFrom(last)), limit };
    const read = full ? service.observations(workspace, part) : service.summaries(workspace, part);
    found.push(...read);
    last = found.at(-1);
    if (last === undefined || read.length < limit) return { observations: found, next: null };
    if (found.length === filter.limit) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const rest = service.summaries(workspace, { ...filter, ...onFrom(last), limit: 1 });
  return { observations: found, next: rest.length > 0 ? last.number : null };
}
