/** Bytes of a file as text: what is not UTF-8 is refused, and never replaced in silence. */
import { isUtf8 } from 'node:buffer';

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      /** From 1. */
      readonly line: number;
      readonly column: number;
      readonly reason: string;
    };

export function decodeText(bytes: Buffer): DecodedText {
  // A byte order mark is no part of the text.
  if (isUtf8(bytes)) return { ok: true, text: new TextDecoder().decode(bytes) };
  const again = Buffer.from(bytes.toString('utf8'));
  const position = again.findIndex((byte, index) => byte !== bytes[index]);
  const before = bytes.subarray(0, position).toString('utf8').split('\n');
  const byte = bytes[position]?.toString(16).padStart(2, '0') ?? 'none';
  return {
    ok: false,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    reason: `it is not UTF-8 (byte 0x${byte}): save it as UTF-8`,
  };
}
