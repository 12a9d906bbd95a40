/** Bytes where none belong: before the status line, or after the complete answer. */
import { z } from 'zod';
import { carryKind } from '../fault-kind.js';
import { bytesChoice, bytesOf } from './bytes-fields.js';

export const surplus = carryKind({
  kind: 'surplus',
  summary: 'Bytes before the status line, or after the complete answer.',
  fields: z.strictObject({
    before: bytesChoice().optional().describe('Bytes before the status line.'),
    after: bytesChoice().optional().describe('Bytes after the complete answer.'),
  }),
  perform: ({ before, after }, carriage) => ({
    ...carriage,
    ...(before !== undefined && { before: bytesOf(before) }),
    ...(after !== undefined && { after: bytesOf(after) }),
  }),
});
