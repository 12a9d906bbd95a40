/** Ids that are not the one of a request, as raw JSON tokens. */

const FAR_AWAY = 1_000;

/** Of the same type, and the same every time: a number is 1,000 more, a text goes on. */
export function otherId(token: string | null): string {
  if (token === null) return '"other"';
  if (/^-?\d+$/.test(token)) return String(BigInt(token) + BigInt(FAR_AWAY));
  if (token.startsWith('"')) return `${token.slice(0, -1)}-other"`;
  const value = Number(token);
  return Number.isFinite(value) ? String(value + FAR_AWAY) : '"other"';
}

/** The same id as the other type, where there is one: 7 becomes "7", and "7" becomes 7. Any other text is another one. */
export function flippedId(token: string | null): string {
  if (token === null) return '"other"';
  if (!token.startsWith('"')) return JSON.stringify(token);
  const digits = token.slice(1, -1);
  return /^-?(?:0|[1-9]\d*)$/.test(digits) ? digits : otherId(token);
}
