/** Where in an answer something happens on the wire, as a script says it. */
import { z } from 'zod';
import type { Place } from '../../wire/carriage.js';

export const placeFields = {
  at: z
    .enum(['start', 'body', 'end'])
    .default('body')
    .describe(
      '`start`: counted from the first byte of the status line; `body`: from the first byte of the body; `end`: after the last byte.',
    ),
  afterBytes: z
    .int()
    .min(0)
    .default(0)
    .describe('So many bytes beyond that place; of the head for `start`, of the body for `body`.'),
};

export function placeOf(fields: { readonly at: Place['at']; readonly afterBytes: number }): Place {
  return { at: fields.at, bytes: fields.afterBytes };
}
