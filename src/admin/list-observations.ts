/** One page of observations: summaries unless the whole ones are asked for, and where the next page starts. */
import { setTimeout as rest } from 'node:timers/promises';
import type { z } from '@hono/zod-openapi';
import type { ObservationSummary } from '../observations/observation.js';
import type { KitchenService } from '../service.js';
import type { ObservationPage } from './observation-schemas.js';
import type { observationsQuery } from './request-schemas.js';

type Service = Pick<KitchenService, 'observations' | 'summaries'>;
type Query = z.output<typeof observationsQuery>;

/** So many are read at once: each may have bodies of some size. */
const AT_ONCE = 10;
/** For so long, about; then everybody else has more: a request takes several turns of the event loop. */
const STEP_MS = 1;
const REST_MS = 2;

/** The page is read and sent in steps: all of it at once would be felt by everybody else. */
export function listObservations(service: Service, workspace: string, query: Query): Response {
  const steps = stepsOfPage(service, workspace, query);
  const first = steps.next();
  if (first.done === true) return json(first.value);
  const encoder = new TextEncoder();
  return json(
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(first.value));
      },
      async pull(controller) {
        await rest(REST_MS);
        const { value, done } = steps.next();
        controller.enqueue(encoder.encode(value));
        if (done === true) controller.close();
      },
    }),
  );
}

function json(body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

/** An `ObservationPage` as JSON, in pieces. */
function* stepsOfPage(
  service: Service,
  workspace: string,
  { full = false, ...filter }: Query,
): Generator<string, string> {
  const onFrom = (last: ObservationSummary): { before: number } | { after: number } =>
    filter.after === undefined ? { before: last.number } : { after: last.number };
  let found = 0;
  let last: ObservationSummary | undefined;
  let piece = '{"observations":[';
  let stepEnd = performance.now() + STEP_MS;
  while (found < filter.limit) {
    const limit = Math.min(AT_ONCE, filter.limit - found);
    const part = { ...filter, ...(last && onFrom(last)), limit };
    const read: ObservationPage['observations'] = full
      ? service.observations(workspace, part)
      : service.summaries(workspace, part);
    for (const observation of read) {
      piece += (found === 0 ? '' : ',') + JSON.stringify(observation);
      found += 1;
    }
    if (read.length < limit) return piece + endOfPage(null);
    last = read.at(-1);
    if (performance.now() < stepEnd) continue;
    yield piece;
    piece = '';
    stepEnd = performance.now() + STEP_MS;
  }
  const after = last && service.summaries(workspace, { ...filter, ...onFrom(last), limit: 1 });
  return piece + endOfPage(last !== undefined && after?.length === 1 ? last.number : null);
}

function endOfPage(next: ObservationPage['next']): string {
  return `],"next":${JSON.stringify(next)}}`;
}
