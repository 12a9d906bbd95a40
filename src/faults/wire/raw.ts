/** Exactly these bytes on the socket, and nothing else: no head, no marks. */
import { z } from 'zod';
import { durationSchema, toMilliseconds } from '../../units.js';
import { answerKind } from '../fault-kind.js';
import { bytesOf } from './bytes-fields.js';

const HOUR_MS = 3_600_000;

export const raw = answerKind({
  kind: 'raw',
  summary: 'Exactly these bytes on the socket, piece by piece, with pauses between them.',
  fields: z.strictObject({
    pieces: z
      .array(
        z.union([
          z.strictObject({ text: z.string().max(10_000_000) }),
          z.strictObject({ base64: z.base64().max(14_000_000) }),
          z.strictObject({
            waitMs: durationSchema({ max: HOUR_MS }).transform(toMilliseconds),
          }),
        ]),
      )
      .max(10_000)
      .describe('`{ text }`, `{ base64 }` or `{ waitMs }`, in order.'),
    ending: z
      .enum(['fin', 'reset', 'half_close', 'stall', 'keep'])
      .default('fin')
      .describe('What happens to the connection afterwards.'),
  }),
  perform: ({ pieces, ending }) => ({
    status: 200,
    headers: [],
    body: null,
    carriage: {
      raw: pieces.map((piece) =>
        'waitMs' in piece
          ? { kind: 'wait' as const, ms: piece.waitMs }
          : { kind: 'bytes' as const, bytes: bytesOf(piece) },
      ),
      ending,
    },
  }),
});
