/** The Base64 form of header values that plain ASCII cannot carry: `=?base64?…?=`. */

const OPENING = '=?base64?';
const CLOSING = '?=';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function isSentinel(value: string): boolean {
  return (
    value.length >= OPENING.length + CLOSING.length &&
    value.startsWith(OPENING) &&
    value.endsWith(CLOSING)
  );
}

/** The value behind a sentinel, or a plain value as it is; null for a sentinel that cannot be decoded. */
export function decodeSentinel(value: string): string | null {
  if (!isSentinel(value)) return value;
  const encoded = value.slice(OPENING.length, -CLOSING.length);
  if (!BASE64.test(encoded)) return null;
  try {
    return strictUtf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return null;
  }
}

/** True for a value that a header cannot carry as it is, or that would be taken for a sentinel. */
export function needsSentinel(value: string): boolean {
  return /[^\t\x20-\x7e]|^[\t ]|[\t ]$/.test(value) || isSentinel(value);
}

/** True for a header value that is no plain ASCII: bytes that should have been encoded. */
export function hasRawBytes(value: string): boolean {
  return /[^\t\x20-\x7e]/.test(value);
}
