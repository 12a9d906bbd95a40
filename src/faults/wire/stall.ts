/** The answer stands still at a place, for a while or for ever. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { carryKind } from '../fault-kind.js';
import { placeFields, placeOf } from './place.js';

const HOUR_MS = 3_600_000;

export const stall = carryKind({
  kind: 'stall',
  summary: 'The answer stands still at a place, with the connection open.',
  fields: z.strictObject({
    ...placeFields,
    forMs: durationSchema({ max: HOUR_MS })
      .transform(toMilliseconds)
      .optional()
      .describe(
        'How long, in milliseconds or as a text like `5s`. Default: until the client leaves.',
      ),
  }),
  perform: (fault, carriage) => ({
    ...carriage,
    stops: [
      ...(carriage.stops ?? []),
      fault.forMs === undefined
        ? { kind: 'end', place: placeOf(fault), how: 'stall' }
        : { kind: 'pause', place: placeOf(fault), ms: fault.forMs },
    ],
  }),
});
