/** What a scripted event stream is made of. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { repetition } from './repeated-bytes.js';

const text = z.string().max(10_000_000);
const HOUR_MS = 3_600_000;
const MAX_PER_SECOND = 1_000_000;

const lines = z
  .int()
  .min(1)
  .max(1_000)
  .default(1)
  .describe('Over how many `data` lines its text is spread.');

const eventFields = {
  event: text.optional().describe('Field `event`.'),
  id: z.union([text, z.int()]).optional().describe('Field `id`.'),
  retry: z.union([text, z.int()]).optional().describe('Field `retry`.'),
  blank: z
    .boolean()
    .default(true)
    .describe(
      'Whether the blank line follows that ends the event; what comes next joins it if not.',
    ),
};

const message = z.strictObject({
  message: z.json().describe('A JSON value as the data of an event.'),
  lines,
  ...eventFields,
});
const data = z.strictObject({
  data: text.describe('Text as the data of an event; a `data` line for each of its lines.'),
  ...eventFields,
});
const healthy = z.strictObject({
  healthy: z
    .enum(['response', 'all'])
    .describe('`response`: the healthy response; `all`: everything the healthy server says.'),
  lines,
  ...eventFields,
});
const comment = z.strictObject({ comment: text.describe('A line that begins with a colon.') });
const rawText = z.strictObject({ raw: text.describe('Text that is sent as it is.') });
const rawBytes = z.strictObject({
  base64: z.base64().describe('Bytes that are sent as they are.'),
});
const long = z.strictObject({
  long: repetition().describe('Text that is sent as it is, too long to be written down.'),
});
const wait = z.strictObject({
  waitMs: durationSchema({ max: HOUR_MS })
    .transform(toMilliseconds)
    .describe('A pause; what came before it is sent.'),
});

const waitForResponse = z.strictObject({
  waitForResponse: z
    .union([z.string().max(1_000), z.int()])
    .describe(
      '2025 era: waits until the client has posted a response with this id; what came before it is sent.',
    ),
  timeoutMs: durationSchema({ max: HOUR_MS })
    .transform(toMilliseconds)
    .optional()
    .describe('How long at most. Default: until the client leaves.'),
});

const simple = [
  message,
  data,
  healthy,
  comment,
  rawText,
  rawBytes,
  long,
  wait,
  waitForResponse,
] as const;

const repeat = z
  .strictObject({
    repeat: z
      .union([z.int().min(0).max(1_000_000_000), z.literal('endless')])
      .describe('How many times, or `endless`.'),
    everyMs: z.int().min(0).max(HOUR_MS).default(0).describe('Milliseconds after each time.'),
    perSecond: z
      .int()
      .min(1)
      .max(MAX_PER_SECOND)
      .optional()
      .describe(
        'How many times a second, in bursts some milliseconds apart: never faster than that from the first one on, slower where the client or the network takes less. Default: as fast as they are taken.',
      ),
    items: z
      .array(z.union(simple))
      .min(1)
      .max(100)
      .describe('What is repeated; `{{n}}` counts from 1.'),
  })
  .refine(({ everyMs, perSecond }) => everyMs === 0 || perSecond === undefined, {
    error: 'Give one of everyMs and perSecond',
  });

export const eventItem = z.union([...simple, repeat]);

export type EventItem = z.output<typeof eventItem>;
export type SimpleItem = z.output<(typeof simple)[number]>;
export type RepeatItem = z.output<typeof repeat>;
