/** Bodies that are too long to be kept in memory: made while they go out. */
import { z } from 'zod';

export interface Repetition {
  readonly before: string;
  readonly unit: string;
  /** Bytes of the repeated part. */
  readonly bytes?: number | 'endless' | undefined;
  readonly times?: number | 'endless' | undefined;
  readonly after: string;
}

/** About so many bytes are made at a time. */
export const PIECE_BYTES = 64 * 1024;
const COUNTER = '{{n}}';
const ENDLESS = z.literal('endless');

export function repetition(): z.ZodType<Repetition> {
  return z
    .strictObject({
      before: z.string().max(100_000).default('').describe('Text before the repeated part.'),
      unit: z
        .string()
        .min(1)
        .max(10_000)
        .describe('What is repeated; with `times`, `{{n}}` in it counts from 1.'),
      bytes: z
        .union([
          z
            .int()
            .min(0)
            .max(4 * 1024 ** 3),
          ENDLESS,
        ])
        .optional()
        .describe(
          'How many bytes the repeated part has, rounded down to whole units; or `endless`.',
        ),
      times: z
        .union([z.int().min(0).max(1_000_000_000), ENDLESS])
        .optional()
        .describe('How many times the unit is repeated, or `endless`; instead of `bytes`.'),
      after: z.string().max(100_000).default('').describe('Text after the repeated part.'),
    })
    .refine(({ bytes, times }) => (bytes === undefined) !== (times === undefined), {
      error: 'Give one of bytes and times',
    })
    .refine(({ unit, times }) => times !== undefined || !unit.includes(COUNTER), {
      error: `A unit that counts with ${COUNTER} needs times instead of bytes`,
    });
}

/** Made piece by piece, as fast as they are taken. */
export function* repeatedPieces(
  repetitions: readonly Repetition[],
): Generator<Uint8Array, undefined> {
  for (const { before, unit, bytes, times, after } of repetitions) {
    if (before !== '') yield Buffer.from(before);
    if (unit.includes(COUNTER)) yield* countedPieces(unit, numberOf(times));
    else yield* samePieces(Buffer.from(unit), bytes, times);
    if (after !== '') yield Buffer.from(after);
  }
}

function* samePieces(
  one: Buffer,
  bytes: Repetition['bytes'],
  times: Repetition['times'],
): Generator<Uint8Array, undefined> {
  const units =
    times === undefined ? Math.floor(numberOf(bytes) / one.byteLength) : numberOf(times);
  const perPiece = Math.min(units, Math.max(1, Math.floor(PIECE_BYTES / one.byteLength)));
  const piece = Buffer.alloc(perPiece * one.byteLength, one);
  for (let left = units; left > 0; left -= perPiece) {
    yield left >= perPiece ? piece : piece.subarray(0, left * one.byteLength);
  }
}

function* countedPieces(unit: string, times: number): Generator<Uint8Array, undefined> {
  let piece = '';
  for (let n = 1; n <= times; n += 1) {
    piece += unit.replaceAll(COUNTER, String(n));
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

function numberOf(count: number | 'endless' | undefined): number {
  return count === 'endless' ? Infinity : (count ?? 0);
}
