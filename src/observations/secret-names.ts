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

/** Whether a name announces a secret, remembered: clients send the same few names over and over. */
class Verdicts {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly judge: (name: string) => boolean) {}

  of(name: string): boolean {
    if (name.length > MAX_NAME_LENGTH) return false;
    let verdict = this.#known.get(name);
    if (verdict === undefined) {
      verdict = this.judge(name);
      if (this.#known.size < MAX_VERDICTS) this.#known.set(name, verdict);
    }
    return verdict;
  }
}

const MAX_VERDICTS = 1_000;
const names = new Verdicts((name) => SECRET_NAMES.has(normalize(withoutPrefix(name))));
const headers = new Verdicts(announcesSecret);

/**
 * Without regard to case and separators, and without the prefix that `_meta` keys have (`com.example/token`); the whole
 * rest counts, so that `progressToken` and `maxTokens` are none.
 */
export function isSecretName(name: string): boolean {
  return names.of(name);
}

/** Secret names after any number of prefixes (`X-`, `Mcp-Param-`, `X-Amz-`), and cookies. */
export function isSecretHeader(name: string): boolean {
  return headers.of(name);
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
