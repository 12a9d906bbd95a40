/** One page of observations: summaries unless the whole ones are asked for, and where the next page starts. */
import type { z } from '@hono/zod-openapi';
import type { KitchenService } from '../service.js';
import type { ObservationPage } from './observation-schemas.js';
import type { observationsQuery } from './request-schemas.js';

export function listObservations(
  service: Pick<KitchenService, 'observations' | 'summaries'>,
  workspace: string,
  { full = false, ...filter }: z.output<typeof observationsQuery>,
): ObservationPage {
  const found = full
    ? service.observations(workspace, filter)
    : service.summaries(workspace, filter);
  const last = found.at(-1)?.number;
  const follows = (number: number): boolean => {
    const from = filter.after === undefined ? { before: number } : { after: number };
    return service.summaries(workspace, { ...filter, ...from, limit: 1 }).length > 0;
  };
  return {
    observations: found,
    next: last !== undefined && found.length === filter.limit && follows(last) ? last : null,
  };
}
