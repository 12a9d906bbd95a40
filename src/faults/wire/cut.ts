/** The connection ends in the middle of the answer, before it or after it. */
import { z } from 'zod';
import { carryKind } from '../fault-kind.js';
import { placeFields, placeOf } from './place.js';

export const cut = carryKind({
  kind: 'cut',
  summary: 'The connection ends at a place of the answer; nothing after it is sent.',
  fields: z.strictObject({
    ...placeFields,
    how: z
      .enum(['reset', 'fin', 'half_close'])
      .default('fin')
      .describe(
        '`fin` closes as a server does, `reset` sends a TCP RST, `half_close` sends FIN and goes on reading.',
      ),
  }),
  perform: (fault, carriage) => ({
    ...carriage,
    stops: [...(carriage.stops ?? []), { kind: 'end', place: placeOf(fault), how: fault.how }],
  }),
});
