/** Notices of a change, sent to whoever listens: `subscriptions/listen`, or the GET stream of the 2025 era. */
import { z } from 'zod';
import type { Change } from '../../upstream/serving.js';
import { durationSchema, toMilliseconds } from '../../units.js';
import { asideKind, type FaultContext } from '../fault-kind.js';

const HOUR_MS = 3_600_000;

const change = z.union([
  z.enum(['tools', 'prompts', 'resources']),
  z.strictObject({ resource: z.string().max(8_192).describe('URI of the resource.') }),
]);

export const notify = asideKind({
  kind: 'notify',
  summary:
    'Tells the listeners of the session that something changed; the answer is the one it would be without.',
  fields: z.strictObject({
    change: z
      .union([change, z.array(change).min(1).max(100)])
      .describe(
        '`tools`, `prompts` or `resources` for a list that changed, `{ resource: URI }` for a resource; or a list of these.',
      ),
    afterMs: durationSchema({ max: HOUR_MS })
      .transform(toMilliseconds)
      .default(0)
      .describe(
        'How long after the arrival of the request: milliseconds, or a text like `2s`. 0 is before it is answered.',
      ),
    times: z.int().min(1).max(100_000).default(1).describe('How many times.'),
    everyMs: z.int().min(0).max(HOUR_MS).default(0).describe('Milliseconds between the times.'),
  }),
  perform: ({ change: changes, afterMs, times, everyMs }, context) => {
    const waited = context.clock.now() - context.arrival.at;
    repeat(context, [changes].flat(), { afterMs: Math.max(0, afterMs - waited), times, everyMs });
  },
});

interface Rhythm {
  readonly afterMs: number;
  readonly times: number;
  readonly everyMs: number;
}

function repeat(context: FaultContext, changes: readonly Change[], rhythm: Rhythm): void {
  const { afterMs, everyMs } = rhythm;
  let left = rhythm.times;
  const tell = (): void => {
    const now = everyMs === 0 ? left : 1;
    for (let time = 0; time < now; time += 1) {
      for (const changed of changes) context.notify(changed);
    }
    left -= now;
    if (left > 0) context.later(everyMs, tell);
  };
  if (afterMs === 0) tell();
  else context.later(afterMs, tell);
}
