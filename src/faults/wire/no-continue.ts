/** A client that asks before it sends its body waits for an answer that comes late, or never. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { asideKind } from '../fault-kind.js';

const HOUR_MS = 3_600_000;

export const noContinue = asideKind({
  kind: 'no_continue',
  summary:
    '`Expect: 100-continue` is not answered; the request is served once its body comes all the same. In rules with `at: head`.',
  fields: z.strictObject({
    for: durationSchema({ max: HOUR_MS })
      .transform(toMilliseconds)
      .optional()
      .describe(
        'How long it is not answered, in milliseconds or as a text like `5s`. Default: never.',
      ),
  }),
  atHead: (fault, wire) => wire.withholdContinue(fault.for ?? Infinity),
  perform: () => undefined,
});
