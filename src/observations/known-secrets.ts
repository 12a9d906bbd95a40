/** Secrets that are known, of one exchange or of all, and the spellings in which they may turn up elsewhere. */

/** Shorter values are too likely to be ordinary words. */
const MIN_LENGTH = 6;
const MAX_LENGTH = 16_384;
const MAX_SECRETS = 64;
/** So much of a secret at the end of a text counts as the secret, cut off. */
const MIN_CUT_LENGTH = 8;
const MARK_START = '[redacted:';

export class KnownSecrets {
  readonly #secrets = new Set<string>();
  /** Spelling to mark, the longest first. */
  #spellings: readonly (readonly [spelling: string, mark: string])[] = [];

  add(secret: string, mark: string): void {
    const isUsable = secret.length >= MIN_LENGTH && secret.length <= MAX_LENGTH;
    if (!isUsable || this.#secrets.size >= MAX_SECRETS || this.#secrets.has(secret)) return;
    if (MARK_START.includes(secret) || secret.startsWith(MARK_START)) return;
    this.#secrets.add(secret);
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
    for (const [spelling, mark] of this.#spellings) {
      const length = cutLength(result, spelling);
      if (length > 0) return result.slice(0, result.length - length) + mark;
    }
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
