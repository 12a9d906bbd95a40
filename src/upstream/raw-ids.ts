/** Ids of the 2025 era that JSON can write in several ways (`1.0`, `"a\u0062"`) go back as they came. */
import type { Arrival } from '../exchange/message.js';
import { replaceMemberToken } from '../json/tokens.js';
import { isObject } from './is-object.js';
import type { Correct } from './sdk-answer.js';

/** Of one session; the oldest are forgotten first. */
const MAX_KEPT = 100;
/** Longer ids go back as the SDK writes them, which is the same value. */
const MAX_LENGTH = 1_000;

export class RawIds {
  /** Raw tokens by what the SDK writes for them. */
  readonly #tokens = new Map<string, string>();

  note({ json, rpc: { kind, idToken } }: Arrival): void {
    const id = kind === 'request' && isObject(json) ? json['id'] : undefined;
    if (idToken === null || (typeof id !== 'string' && typeof id !== 'number')) return;
    // Beyond all doubles: the SDK refuses it, and would write `null` for it.
    if (typeof id === 'number' && !Number.isFinite(id)) return;
    const plain = JSON.stringify(id);
    this.#tokens.delete(plain);
    if (idToken === plain || idToken.length > MAX_LENGTH) return;
    this.#tokens.set(plain, idToken);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MAX_KEPT && oldest !== undefined) this.#tokens.delete(oldest);
  }

  /** What puts ids right in the messages of an answer; null where none needs it. */
  correction(): Correct | null {
    if (this.#tokens.size === 0) return null;
    return (text, answered) => {
      const token = answered === null ? undefined : this.#tokens.get(answered);
      return token === undefined ? text : replaceMemberToken(text, 'id', token);
    };
  }
}
