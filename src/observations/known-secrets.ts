/** Secrets that are known, of one exchange or of all, and the spellings in which they may turn up elsewhere. */

/** Shorter values are too likely to be ordinary words. */
const MIN_LENGTH = 6;
const MAX_LENGTH = 16_384;
const MAX_SECRETS = 64;
/** So much of a secret at the end of a text counts as the secret, cut off. */
const MIN_CUT_LENGTH = 8;
/** Longer ones are not looked for where they may be written with escapes. */
const MAX_ESCAPED_LENGTH = 2_048;
const ESCAPE = /\\(?:u[0-9a-f]{4}|\/)/i;
const MARK_START = '[redacted:';

export class KnownSecrets {
  /** Mark by secret. */
  readonly #secrets = new Map<string, string>();
  /** Spelling to mark, the longest first. */
  #spellings: readonly (readonly [spelling: string, mark: string])[] = [];
  /** Made when a text with escapes comes. */
  #escaped: readonly (readonly [spelling: RegExp, mark: string])[] | null = null;

  add(secret: string, mark: string): void {
    const isUsable = secret.length >= MIN_LENGTH && secret.length <= MAX_LENGTH;
    if (!isUsable || this.#secrets.size >= MAX_SECRETS || this.#secrets.has(secret)) return;
    if (MARK_START.includes(secret) || secret.startsWith(MARK_START)) return;
    this.#secrets.set(secret, mark);
    this.#escaped = null;
    const added = [...spellingsOf(secret)].map((spelling) => [spelling, mark] as const);
    this.#spellings = [...this.#spellings, ...added].toSorted(
      ([one], [other]) => other.length - one.length,
    );
  }

  replaceIn(text: string): string {
    if (this.#spellings.length === 0) return text;
    const isJson = /^\s*[{[]/.test(text);
    let result = text;
    for (const [spelling, mark] of this.#spellings) {
      // A bare quote would match across the strings of JSON, where secrets stand inside them.
      if (isJson && !isStringContent(spelling)) continue;
      if (result.includes(spelling)) result = result.replaceAll(spelling, () => mark);
    }
    if (ESCAPE.test(result)) result = this.#withoutEscaped(result);
    for (const [spelling, mark] of this.#spellings) {
      const length = cutLength(result, spelling);
      if (length > 0) return result.slice(0, result.length - length) + mark;
    }
    return result;
  }

  /** JSON may write any character of a secret as an escape, and some libraries do: `\u002B`, `\/`. */
  #withoutEscaped(text: string): string {
    this.#escaped ??= [...this.#secrets]
      .filter(([secret]) => secret.length <= MAX_ESCAPED_LENGTH && !secret.includes('\\'))
      .toSorted(([one], [other]) => other.length - one.length)
      .map(([secret, mark]) => [escapedPattern(secret), mark]);
    let result = text;
    for (const [pattern, mark] of this.#escaped) result = result.replaceAll(pattern, () => mark);
    return result;
  }
}

/** How much of the beginning of a secret a text ends with; 0 where it is too little to matter. */
function cutLength(text: string, secret: string): number {
  const longest = Math.min(secret.length - 1, text.length);
  const last = text.at(-1) ?? '';
  for (let length = longest; length >= MIN_CUT_LENGTH; length -= 1) {
    if (secret[length - 1] === last && text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

function isStringContent(spelling: string): boolean {
  return !/["\\]/.test(spelling.replaceAll(/\\./gs, ''));
}

/**
 * Any of its characters as it is, or as an escape, also of JSON that stands as a string inside JSON. So many backslashes
 * and no more, or a run of them would be gone over again from each of its places.
 */
function escapedPattern(secret: string): RegExp {
  const units = Array.from({ length: secret.length }, (_, index) => {
    const own = secret.charAt(index);
    const hex = secret.charCodeAt(index).toString(16).padStart(4, '0');
    const escape = `u${hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
    // A bare quote would match across the strings of JSON.
    if (own === '"') return String.raw`\\{1,7}(?:"|${escape})`;
    const plain = /[a-z0-9]/i.test(own) ? own : String.raw`\u${hex}`;
    return own === '/'
      ? String.raw`\\{0,7}(?:${plain}|${escape})`
      : String.raw`(?:${plain}|\\{1,7}${escape})`;
  });
  return new RegExp(units.join(''), 'g');
}

function spellingsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret);
  const spellings = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]);
  try {
    spellings.add(encodeURIComponent(secret));
  } catch {
    // A lone surrogate has no percent-encoding.
  }
  return spellings;
}
