/** The answer, held back for a while. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { type FaultContext, holdKind } from '../fault-kind.js';

export interface DelayFault {
  readonly kind: 'delay';
  /**
   * Milliseconds from the arrival of the request to the first byte of the answer. The work is done first, then the
   * answer is held; work that takes longer than this is not held at all.
   */
  readonly delayMs: number;
}

const HOUR_MS = 3_600_000;
const time = durationSchema({ max: HOUR_MS }).transform(toMilliseconds);

export const delay = holdKind({
  kind: 'delay',
  summary:
    'The answer is made ready, then held back for a time counted from the arrival of the request.',
  fields: z
    .strictObject({
      delayMs: time.optional().describe('Milliseconds, or a text like `2s`; at most an hour.'),
      uniform: z
        .tuple([time, time])
        .optional()
        .describe('Anything between two times, by chance: the same on every run with one seed.'),
      normal: z
        .strictObject({
          mean: time.describe('The time around which it lies.'),
          deviation: time.describe('Standard deviation.'),
        })
        .optional()
        .describe('By chance, around a mean; never below 0.'),
      logNormal: z
        .strictObject({
          median: time.describe('Half of all answers come before this.'),
          sigma: z.number().min(0).max(5).describe('Spread: 0.5 is usual, 1 has a long tail.'),
        })
        .optional()
        .describe('By chance, as waiting times of real servers are: mostly short, some very long.'),
    })
    .refine((fields) => Object.values(fields).filter((value) => value !== undefined).length === 1, {
      error: 'Give one of delayMs, uniform, normal and logNormal',
    }),
  perform: ({ delayMs, uniform, normal, logNormal }, context) => {
    if (uniform !== undefined) {
      const [least, most] = uniform;
      return least + (most - least) * context.random('delay');
    }
    if (normal !== undefined) return bounded(normal.mean + normal.deviation * bell(context));
    if (logNormal !== undefined) {
      return bounded(logNormal.median * Math.exp(logNormal.sigma * bell(context)));
    }
    return delayMs ?? 0;
  },
});

/** Standard normal, by the method of Box and Muller. */
function bell(context: Pick<FaultContext, 'random'>): number {
  const radius = Math.sqrt(-2 * Math.log(1 - context.random('delay')));
  return radius * Math.cos(2 * Math.PI * context.random('delay angle'));
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), HOUR_MS);
}
