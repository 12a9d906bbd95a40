/** The body of an answer as one text, for changes that need all of it at once. */
import type { Answer } from '../../exchange/answer.js';
import { bodyPieces } from '../../exchange/body-pieces.js';
import { FairShare } from '../../exchange/fair-share.js';
import { FaultError } from '../fault-error.js';

/** Longer ones would fill the memory of the kitchen. */
export const MAX_TEXT = 16 * 1024 ** 2;

/**
 * A stream is read to its end, or until the signal aborts.
 * @throws FaultError where it is longer than 16 MiB
 */
export async function wholeText(body: Answer['body'], signal: AbortSignal): Promise<string> {
  if (body === null) return '';
  if (typeof body === 'string') return body;
  const pieces: Uint8Array[] = [];
  const share = new FairShare();
  let bytes = 0;
  for await (const piece of bodyPieces(body, signal)) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes > MAX_TEXT) throw tooLong('The body');
    await share.spend(piece.byteLength);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** @param what what is too long, as a subject */
export function tooLong(what: string): FaultError {
  return new FaultError(
    `${what} is longer than 16 MiB, and can only be changed whole: make it shorter, or leave the change out`,
  );
}
