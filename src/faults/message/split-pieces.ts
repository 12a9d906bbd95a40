/** Cuts the bytes of a stream where a careless reader trips: inside characters, or inside line ends. */
import { z } from 'zod';
import { hold } from '../../exchange/hold.js';
import type { FaultContext } from '../fault-kind.js';

export interface Split {
  readonly inside: 'characters' | 'line_ends';
  readonly pauseMs: number;
}

export function splitSchema(): z.ZodType<Split> {
  return z.strictObject({
    inside: z
      .enum(['characters', 'line_ends'])
      .describe(
        '`characters`: behind the first byte of every character that has several; `line_ends`: between CR and LF.',
      ),
    pauseMs: z
      .int()
      .min(0)
      .max(60_000)
      .default(20)
      .describe('Milliseconds at each place, so that the two parts travel apart.'),
  });
}

export async function* splitPieces(
  pieces: AsyncGenerator<Uint8Array, undefined>,
  { inside, pauseMs }: Split,
  { clock, signal }: Pick<FaultContext, 'clock' | 'signal'>,
): AsyncGenerator<Uint8Array, undefined> {
  const isPlace = inside === 'characters' ? isInsideCharacter : isInsideLineEnd;
  for await (const piece of pieces) {
    let from = 0;
    for (let at = 1; at < piece.byteLength; at += 1) {
      if (!isPlace(piece, at)) continue;
      yield piece.subarray(from, at);
      from = at;
      await hold(clock, pauseMs, signal);
    }
    yield piece.subarray(from);
  }
}

/** UTF-8 begins a character of several bytes with 11xxxxxx. */
function isInsideCharacter(bytes: Uint8Array, at: number): boolean {
  return (bytes[at - 1] ?? 0) >= 0xc0;
}

function isInsideLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 1] === 0x0d && bytes[at] === 0x0a;
}
