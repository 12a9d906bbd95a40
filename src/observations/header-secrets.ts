/** Takes the secrets out of header values: credentials without their scheme, cookies without their names. */
import { isCookieHeader } from './secret-names.js';

/** The credentials of `Scheme credentials`; any other value as it is. */
export function credentialsOf(value: string): string {
  return /^[A-Za-z][\w-]{0,31} +(\S+)$/.exec(value)?.[1] ?? value;
}

/** All that a secret header's value gives away, in whole and in parts. */
export function secretsOfHeader(name: string, value: string): readonly string[] {
  if (isCookieHeader(name)) return cookieValues(value);
  const credentials = credentialsOf(value);
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded !== undefined) return [value, decodeBase64(encoded)];
  if (!/^basic /i.test(value)) return [credentials];
  const pair = decodeBase64(credentials);
  return [credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** The values of a `Cookie` line, or the one of a `Set-Cookie` line, whose attributes are no secrets. */
function cookieValues(value: string): readonly string[] {
  const [first = '', ...rest] = value.split(';');
  const isSetCookie = rest.some((part) =>
    /^\s*(?:path|expires|max-age|httponly|secure|samesite|domain)\b/i.test(part),
  );
  const pairs = isSetCookie ? [first] : [first, ...rest];
  return pairs.map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
