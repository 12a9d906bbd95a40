/** Interim answers before the real one. */
import { z } from 'zod';
import { carryKind } from '../fault-kind.js';
import { headerPairs } from '../message/http-headers.js';

export const interim = carryKind({
  kind: 'interim',
  summary: 'Interim answers (100, 102, 103) before the real one.',
  fields: z.strictObject({
    status: z.int().min(100).max(199).default(103).describe('100 to 199.'),
    headers: headerPairs().default([]).describe('Header lines of each.'),
    times: z.int().min(1).max(1_000_000).default(1).describe('How many.'),
    everyMs: z.int().min(0).max(600_000).default(0).describe('Milliseconds after each.'),
  }),
  perform: (fault, carriage) => ({ ...carriage, informational: fault }),
});
