/** The counters of one session, raised at arrival. */
import type { Arrival } from '../exchange/message.js';
import type { CounterValues, Counters } from './session.js';

/** A client that invents names without end must not grow a session without end. */
const MAX_NAMES = 200;
const OTHER_NAMES = '(other)';
const MAX_NAME_LENGTH = 500;

export class SessionCounting {
  #posts = 0;
  readonly #methods = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #rounds = new Map<string, number>();

  /**
   * Counts one request and returns what the counters that it raised say now.
   * @param redact takes secrets out of a name: a resource URI may hold one, and counters are kept
   */
  count({ verb, rpc }: Arrival, redact: (name: string) => string): CounterValues {
    if (verb !== 'POST') return { post: null, method: null, call: null, round: null };
    this.#posts += 1;
    const method = rpc.method === null ? null : raise(this.#methods, redact(rpc.method));
    if (rpc.kind !== 'request' || rpc.name === null) {
      return { post: this.#posts, method, call: null, round: null };
    }
    const name = redact(rpc.name);
    return isFurtherRound(rpc)
      ? { post: this.#posts, method, call: null, round: raise(this.#rounds, name) }
      : { post: this.#posts, method, call: raise(this.#calls, name), round: null };
  }

  /** A copy that later requests do not change. */
  copy(): Counters {
    return {
      posts: this.#posts,
      methods: Object.fromEntries(this.#methods),
      calls: Object.fromEntries(this.#calls),
      rounds: Object.fromEntries(this.#rounds),
    };
  }
}

/** Whether a request goes on with an MRTR dialogue instead of beginning a call (basic/patterns/mrtr). */
export function isFurtherRound(rpc: {
  readonly requestState: string | null;
  readonly inputResponses: object | null;
}): boolean {
  return rpc.requestState !== null || rpc.inputResponses !== null;
}

function raise(counters: Map<string, number>, name: string): number {
  const isCountable =
    counters.has(name) || (counters.size < MAX_NAMES && name.length <= MAX_NAME_LENGTH);
  const counted = isCountable ? name : OTHER_NAMES;
  const value = (counters.get(counted) ?? 0) + 1;
  counters.set(counted, value);
  return value;
}
