/** One event of the live stream as the OpenAPI document describes it. */
import { z } from '@hono/zod-openapi';
import { observationSummary } from './observation-schemas.js';

const id = z.string().openapi({
  description: 'Names this run of the kitchen and counts within it; `Last-Event-ID` takes it.',
  example: 'b61ae02c9d5f-12',
});

const opened = z
  .object({ event: z.literal('opened'), id, data: z.strictObject({}) })
  .openapi('LiveOpened', {
    description: 'First in a stream that resumes none: what happens after `id` follows.',
  });

const exchange = z
  .object({ event: z.enum(['started', 'finished']), id, data: observationSummary })
  .openapi('LiveExchange', { description: 'An exchange has started, or finished.' });

const missed = z.number().int().min(1).nullable().openapi({
  description: 'How many events at most; null where nobody knows, after a restart of the kitchen.',
});
const gap = z
  .object({ event: z.literal('gap'), id, data: z.object({ missed }) })
  .openapi('LiveGap', {
    description: 'Events are missing here: read too slowly, or asked for too late.',
  });

export const liveEvent = z.union([opened, exchange, gap]).openapi('LiveEvent', {
  description: 'One event of the live stream by its fields; `data` is shown parsed.',
});
