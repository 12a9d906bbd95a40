/** How bodies are kept: redacted first, then cut at the cap. */
import { isUtf8 } from 'node:buffer';
import type { RecordedBody } from './observation.js';
import type { ExchangeRedactor } from './redact.js';

export const EMPTY_BODY: RecordedBody = {
  body: null,
  encoding: 'utf8',
  bytes: 0,
  truncated: false,
};

/**
 * @param bytes what is known of the body, perhaps cut already
 * @param total size on the wire
 */
export function recordBody(
  bytes: Uint8Array,
  total: number,
  capBytes: number,
  redactor: Pick<ExchangeRedactor, 'text'>,
): RecordedBody {
  if (total === 0) return EMPTY_BODY;
  const text = decodeUtf8(bytes, total > bytes.byteLength);
  if (text === null) {
    // Latin-1 maps every byte to a character and back, so that secrets are found between other bytes.
    const redacted = Buffer.from(redactor.text(Buffer.from(bytes).toString('latin1')), 'latin1');
    const body = redacted.subarray(0, capBytes).toString('base64');
    const truncated = redacted.byteLength > capBytes || bytes.byteLength < total;
    return { body, encoding: 'base64', bytes: total, truncated };
  }
  const redacted = redactor.text(text);
  const body = cutUtf8(redacted, capBytes);
  const truncated = body.length < redacted.length || bytes.byteLength < total;
  return { body, encoding: 'utf8', bytes: total, truncated };
}

/** Null where the bytes are no UTF-8; a character that `cut` bytes end in does not count against them. */
function decodeUtf8(bytes: Uint8Array, cut: boolean): string | null {
  const longestTail = cut ? 3 : 0;
  for (let tail = 0; tail <= longestTail; tail += 1) {
    const end = bytes.byteLength - tail;
    // One byte less may end the cut character's remains.
    if (isUtf8(bytes.subarray(0, end))) return viewOf(bytes).toString('utf8', 0, end);
  }
  return null;
}

function cutUtf8(text: string, capBytes: number): string {
  if (text.length * 3 <= capBytes) return text;
  const buffer = Buffer.from(text);
  if (buffer.byteLength <= capBytes) return text;
  let end = capBytes;
  // Step back over continuation bytes (10xxxxxx), so that no character is cut.
  while (end > 0 && ((buffer[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return buffer.toString('utf8', 0, end);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
