/** Compares JSON-RPC ids by their raw tokens: by value and type, and digit by digit where numbers would be rounded. */

/** `1` equals `1.0`, and `"a"` equals `"\u0061"`; `1` is not `"1"`, and 2^53 is not 2^53 + 1. */
export function isSameId(token: string, other: string): boolean {
  if (token === other) return true;
  const value = parseId(token);
  return value !== null && value === parseId(other);
}

/** Null for what has no exact value of its own: only the same token is equal to it. */
function parseId(token: string): string | number | null {
  let value: unknown;
  try {
    value = JSON.parse(token);
  } catch {
    return null;
  }
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
}
