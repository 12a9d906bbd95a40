/** Takes secrets out of all that outlives an exchange; a keyed hash stays, so that two tokens can be told apart. */
import { createHmac } from 'node:crypto';
import type { HeaderLines } from '../exchange/message.js';
import { credentialsOf, secretsOfHeader } from './header-secrets.js';
import { KnownSecrets } from './known-secrets.js';
import type { RecordedHeaders } from './observation.js';
import { redactMembers } from './redact-members.js';
import { redactPhrases } from './redact-phrases.js';
import { isSecretHeader, isSecretName, mayHoldSecretName } from './secret-names.js';

/** Values nested deeper are replaced whole. */
const MAX_DEPTH = 500;
const PLAIN_MEMBER = { configurable: true, enumerable: true, writable: true };
const MARK = /^\[redacted:[0-9a-f]{8}\]$/;

/**
 * Redacts what belongs to one exchange. It learns the secrets it meets, and takes them out wherever they turn up in what
 * it is given from then on.
 */
export interface ExchangeRedactor {
  /** Header lines by lower-case name. @param capBytes characters kept of all of them together; all by default */
  headers(lines: HeaderLines, capBytes?: number): RecordedHeaders;
  /** A path with its query. */
  path(path: string): string;
  /** Data that will be serialised later. */
  json(value: unknown): unknown;
  /** A body, whole or cut, or any other text; nothing but the secrets is changed. */
  text(text: string): string;
}

export interface Redactor extends ExchangeRedactor {
  /** @param body the request's body, so that its secrets are known before the headers are redacted */
  forExchange(requestHeaders: HeaderLines, body?: string): ExchangeRedactor;
}

/**
 * @param key random bytes of this process: marks of two runs cannot be compared
 * @param secrets known to every exchange, wherever they come
 */
export function createRedactor(key: Uint8Array, secrets: readonly string[] = []): Redactor {
  const always = secrets.length === 0 ? null : new KnownSecrets();
  for (const secret of secrets) always?.add(secret, markOf(key, secret));
  const forExchange = (requestHeaders: HeaderLines, body = ''): ExchangeRedactor => {
    const redactor = new LearningRedactor(key, always);
    redactor.learn(requestHeaders);
    redactor.text(body);
    return redactor;
  };
  return {
    forExchange,
    headers: (lines, capBytes) => forExchange([]).headers(lines, capBytes),
    path: (path) => forExchange([]).path(path),
    json: (value) => forExchange([]).json(value),
    text: (text) => forExchange([]).text(text),
  };
}

class LearningRedactor implements ExchangeRedactor {
  readonly #key: Uint8Array;
  /** Shared by all exchanges; null where there are none. */
  readonly #always: KnownSecrets | null;
  /** Null as long as no secret was met: few exchanges have any. */
  #known: KnownSecrets | null = null;
  #marks: Map<string, string> | null = null;
  #learnt: HeaderLines | null = null;

  constructor(key: Uint8Array, always: KnownSecrets | null) {
    this.#key = key;
    this.#always = always;
  }

  learn(lines: HeaderLines): void {
    if (lines === this.#learnt) return;
    this.#learnt = lines;
    for (const [name, value] of lines) {
      if (!isSecretHeader(name)) continue;
      for (const secret of secretsOfHeader(name, value)) this.#know(secret, this.#hash(secret));
    }
  }

  headers(lines: HeaderLines, capBytes = Number.POSITIVE_INFINITY): RecordedHeaders {
    this.learn(lines);
    const recorded: Record<string, string | string[]> = {};
    // One look at all values together tells for nearly every exchange that there is nothing to take out.
    const arePlain = this.#known === null && this.#isPlain(lines.map(([, v]) => v).join('\n'));
    let size = 0;
    let kept = 0;
    for (const [name, value] of lines) {
      size += name.length + value.length;
      if (size > capBytes) {
        recorded['(truncated)'] = `${String(lines.length - kept)} header lines left out`;
        break;
      }
      kept += 1;
      const lowerCase = name.toLowerCase();
      const isSecret = isSecretHeader(name);
      const redacted = isSecret ? this.#mark(value) : arePlain ? value : this.text(value);
      addHeader(recorded, lowerCase, redacted);
    }
    return recorded;
  }

  path(path: string): string {
    const queryStart = path.indexOf('?');
    if (queryStart === -1) return this.text(path);
    const fields = path.slice(queryStart + 1).split('&');
    const redacted = fields.map((field) => {
      const sign = field.indexOf('=');
      if (sign === -1 || sign === field.length - 1) return field;
      if (!isSecretName(decodeField(field.slice(0, sign)))) return field;
      return field.slice(0, sign + 1) + this.#mark(decodeField(field.slice(sign + 1)));
    });
    return this.text(`${path.slice(0, queryStart)}?${redacted.join('&')}`);
  }

  text(text: string): string {
    if (!mayHideSecret(text)) return this.#withoutKnown(text);
    const mark = (value: string, isNested?: boolean): string => this.#mark(value, isNested);
    const result = redactMembers(text, mark);
    return this.#withoutKnown(mayHoldSecretName(text) ? redactPhrases(result, mark) : result);
  }

  json(value: unknown): unknown {
    return this.#json(value, 0, isSecretName);
  }

  #json(value: unknown, depth: number, isSecret: (name: string) => boolean): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return '[nested too deeply]';
    if (Array.isArray(value))
      return value.map((item: unknown) => this.#json(item, depth + 1, isSecret));
    const copy: Record<string, unknown> = {};
    const members: readonly [string, unknown][] = Object.entries(value);
    for (const [name, member] of members) {
      const redacted =
        isSecret(name) && isSecretValue(member)
          ? this.#mark(serialize(member), typeof member === 'object')
          : this.#json(member, depth + 1, name === 'headers' ? isSecretHeader : isSecretName);
      addMember(copy, this.text(name), redacted);
    }
    return copy;
  }

  /** The replacement of a value, known from now on unless it is the text of an object or array. */
  #mark(value: string, isNested = false): string {
    if (value === '' || MARK.test(value)) return value;
    const secret = credentialsOf(value);
    const mark = this.#hash(secret);
    if (!isNested) this.#know(secret, mark);
    return mark;
  }

  #know(secret: string, mark: string): void {
    this.#known ??= new KnownSecrets();
    this.#known.add(secret, mark);
  }

  #isPlain(text: string): boolean {
    return !mayHideSecret(text) && this.#withoutKnown(text) === text;
  }

  #withoutKnown(text: string): string {
    const result = this.#always === null ? text : this.#always.replaceIn(text);
    return this.#known === null ? result : this.#known.replaceIn(result);
  }

  #hash(secret: string): string {
    this.#marks ??= new Map();
    const before = this.#marks.get(secret);
    if (before !== undefined) return before;
    const mark = markOf(this.#key, secret);
    this.#marks.set(secret, mark);
    return mark;
  }
}

function markOf(key: Uint8Array, secret: string): string {
  const hash = createHmac('sha256', key).update(secret).digest('hex').slice(0, 8);
  return `[redacted:${hash}]`;
}

/** A header may be called `constructor`. */
function addHeader(recorded: Record<string, string | string[]>, name: string, value: string): void {
  const before = Object.hasOwn(recorded, name) ? recorded[name] : undefined;
  if (before === undefined) addMember(recorded, name, value);
  else if (typeof before === 'string') recorded[name] = [before, value];
  else before.push(value);
}

/** An assignment to `__proto__` would add nothing. */
function addMember<T>(to: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(to, name, { value, ...PLAIN_MEMBER });
  else to[name] = value;
}

/** Escapes may hide a name: `"tok\u0065n"`. */
function mayHideSecret(text: string): boolean {
  return mayHoldSecretName(text) || text.includes('\\u');
}

function isSecretValue(value: unknown): boolean {
  return value !== null && typeof value !== 'boolean' && value !== undefined && value !== '';
}

function serialize(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return 'unserialisable';
  }
}

function decodeField(field: string): string {
  try {
    return decodeURIComponent(field.replaceAll('+', ' '));
  } catch {
    return field;
  }
}
