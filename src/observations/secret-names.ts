/** Which names of members, query fields and headers announce a secret. */

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'bearertoken',
  'sessiontoken',
  'apitoken',
  'securitytoken',
  'csrftoken',
  'xsrftoken',
  'apikey',
  'secretkey',
  'privatekey',
  'password',
  'passwd',
  'passphrase',
  'secret',
  'clientsecret',
  'authorization',
  'proxyauthorization',
]);

const COOKIE_NAMES: ReadonlySet<string> = new Set(['cookie', 'setcookie']);

/** Longer names are never looked at. */
export const MAX_NAME_LENGTH = 64;

/** True where a text may hold any secret name at all; false is certain, save for names written with escapes. */
export function mayHoldSecretName(text: string): boolean {
  return /tok|key|pass|secret|auth|bearer|cookie/i.test(text);
}

/**
 * Without regard to case and separators, and without the prefix that `_meta` keys have (`com.example/token`); the whole
 * rest counts, so that `progressToken` and `maxTokens` are none.
 */
export function isSecretName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && SECRET_NAMES.has(normalize(withoutPrefix(name)));
}

/** Clients send the same few headers over and over. */
const verdicts = new Map<string, boolean>();
const MAX_VERDICTS = 1_000;

/** Secret names after any number of prefixes (`X-`, `Mcp-Param-`, `X-Amz-`), and cookies. */
export function isSecretHeader(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  let verdict = verdicts.get(name);
  if (verdict === undefined) {
    verdict = announcesSecret(name);
    if (verdicts.size < MAX_VERDICTS) verdicts.set(name, verdict);
  }
  return verdict;
}

function announcesSecret(name: string): boolean {
  const parts = name.toLowerCase().split('-');
  return parts.some((_part, index) => {
    const rest = parts.slice(index).join('-');
    return isSecretName(rest) || isCookieHeader(rest);
  });
}

export function isCookieHeader(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && COOKIE_NAMES.has(normalize(name));
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
