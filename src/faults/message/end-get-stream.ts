/** Ends the GET stream of the 2025 era: by a call, or by a second GET, which gets it instead. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { asideKind } from '../fault-kind.js';

const HOUR_MS = 3_600_000;

export const endGetStream = asideKind({
  kind: 'end_get_stream',
  summary:
    '2025 era: the GET stream that is open in this `Mcp-Session-Id` ends. With a second GET, that one takes it over; otherwise it would be refused.',
  fields: z.strictObject({
    afterMs: durationSchema({ max: HOUR_MS })
      .transform(toMilliseconds)
      .default(0)
      .describe(
        'How long after the arrival of the request: milliseconds, or a text like `2s`. 0 is before it is answered.',
      ),
  }),
  perform: ({ afterMs }, context) => {
    const end = (): void => {
      context.endGetStream();
    };
    const restMs = afterMs - (context.clock.now() - context.arrival.at);
    if (afterMs === 0) end();
    else context.later(Math.max(0, restMs), end);
  },
});
