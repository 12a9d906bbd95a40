/** The counters of one session, raised at arrival. */
import type { Arrival } from '../exchange/message.js';
import type { CounterValues, Counters } from './session.js';

/** A client that invents names without end must not grow a session without end. */
const MAX_NAMES = 200;
const OTHER_NAMES = '(other)';
const MAX_NAME_LENGTH = 500;

export class SessionCounting {
  #posts = 0;
  readonly #methods = new NameCounters();
  readonly #calls = new NameCounters();
  readonly #rounds = new NameCounters();

  /**
   * Counts one request and returns what the counters that it raised say now.
   * @param redact takes secrets out of a name: a resource URI may hold one, and counters are kept
   */
  count({ verb, rpc }: Arrival, redact: (name: string) => string): CounterValues {
    if (verb !== 'POST') return { post: null, method: null, call: null, round: null };
    this.#posts += 1;
    const method = rpc.method === null ? null : this.#methods.raise(redact(rpc.method));
    if (rpc.kind !== 'request' || rpc.name === null) {
      return { post: this.#posts, method, call: null, round: null };
    }
    const name = redact(rpc.name);
    return isFurtherRound(rpc)
      ? { post: this.#posts, method, call: null, round: this.#rounds.raise(name) }
      : { post: this.#posts, method, call: this.#calls.raise(name), round: null };
  }

  /** A copy that later requests do not change. */
  copy(): Counters {
    return {
      posts: this.#posts,
      methods: this.#methods.counts,
      calls: this.#calls.counts,
      rounds: this.#rounds.counts,
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

/** Counts are replaced, never changed: what was handed out stays as it was. */
class NameCounters {
  #counts: Readonly<Record<string, number>> = {};
  #size = 0;

  get counts(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  raise(name: string): number {
    const isKnown = Object.hasOwn(this.#counts, name);
    const isCountable = isKnown || (this.#size < MAX_NAMES && name.length <= MAX_NAME_LENGTH);
    const counted = isCountable ? name : OTHER_NAMES;
    const before = Object.hasOwn(this.#counts, counted) ? this.#counts[counted] : undefined;
    if (before === undefined) this.#size += 1;
    const value = (before ?? 0) + 1;
    this.#counts = { ...this.#counts, [counted]: value };
    return value;
  }
}
