/** The port of the session's own is closed for a while, or answers nobody. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { FaultError } from '../fault-error.js';
import { asideKind } from '../fault-kind.js';

const HOUR_MS = 3_600_000;

export const port = asideKind({
  kind: 'port',
  summary:
    'New connections to the port of the session’s own are refused for a time, or accepted and let down. Needs a session that was ordered with `ownPort`.',
  fields: z.strictObject({
    how: z
      .enum(['refuse', 'silent', 'close', 'reset'])
      .default('refuse')
      .describe(
        '`refuse`: nothing listens; `silent`: accepted, never read and never answered; `close`: accepted and closed at once; `reset`: accepted and reset at once.',
      ),
    for: durationSchema({ max: HOUR_MS })
      .transform(toMilliseconds)
      .default(5_000)
      .describe('How long, in milliseconds or as a text like `5s`; at most an hour.'),
    open: z
      .enum(['keep', 'cut'])
      .default('keep')
      .describe('What happens to the connections that are open; `cut` resets all but this one.'),
  }),
  perform: ({ how, for: ms, open }, { ownPort, arrival }) => {
    if (ownPort === null) {
      throw new FaultError(
        'port: the session has no port of its own: order it with ownPort (kitchen order ID --own-port)',
      );
    }
    ownPort.disturb({ how, ms });
    if (open === 'cut') ownPort.cutOpen(arrival.connection);
  },
});
