/** Undoes the content codings of an answer, without letting a small body grow without bound. */
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { isNamed } from '../exchange/header-lines.js';
import type { HeaderLines } from '../exchange/message.js';

export type Decoded =
  | { readonly kind: 'decoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'unreadable' };

/** The codings in the order in which they were applied; empty for an answer that is not encoded. */
export function contentCodings(headers: HeaderLines): readonly string[] {
  const codings: string[] = [];
  for (const [name, value] of headers) {
    if (!isNamed(name, 'content-encoding')) continue;
    for (const part of value.split(',')) {
      const coding = part.trim().toLowerCase();
      if (coding !== '' && coding !== 'identity') codings.push(coding);
    }
  }
  return codings;
}

interface DecodeOptions {
  /** Bytes that the decoded body may have. */
  readonly limitBytes: number;
  /** True where a body that breaks off counts as far as it goes, as a stream does. */
  readonly partial: boolean;
}

export function decodeContent(
  bytes: Uint8Array,
  codings: readonly string[],
  options: DecodeOptions,
): Decoded {
  if (codings.length === 0) return { kind: 'decoded', bytes };
  let current = bytes;
  for (const coding of codings.toReversed()) {
    try {
      current = decodeOne(current, coding, options);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      return { kind: code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'unreadable' };
    }
  }
  return { kind: 'decoded', bytes: current };
}

function decodeOne(bytes: Uint8Array, coding: string, options: DecodeOptions): Uint8Array {
  const maxOutputLength = options.limitBytes;
  const zlib = options.partial
    ? { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
    : { maxOutputLength };
  const brotli = options.partial
    ? { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }
    : { maxOutputLength };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, zlib);
    case 'deflate':
      // Senders disagree whether `deflate` has the zlib wrapper; its first byte names method 8.
      return ((bytes[0] ?? 0) & 0x0f) === 8
        ? inflateSync(bytes, zlib)
        : inflateRawSync(bytes, zlib);
    case 'br':
      return brotliDecompressSync(bytes, brotli);
    default:
      throw new Error(`unknown content coding ${coding}`);
  }
}
