/** The answer comes in small pieces with pauses between them. */
import { z } from 'zod';
import { carryKind } from '../fault-kind.js';

export const drip = carryKind({
  kind: 'drip',
  summary: 'The answer comes a few bytes at a time, each piece in a segment of its own.',
  fields: z.strictObject({
    part: z
      .enum(['head', 'body', 'all'])
      .default('all')
      .describe('Which part is slow; the rest comes at once.'),
    bytes: z.int().min(1).max(1_000_000).default(1).describe('Bytes in each piece.'),
    everyMs: z
      .int()
      .min(1)
      .max(600_000)
      .default(1_000)
      .describe('Milliseconds between two pieces.'),
  }),
  perform: (fault, carriage) => ({ ...carriage, drip: fault }),
});
