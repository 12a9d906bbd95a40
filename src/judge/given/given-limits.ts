/** How long a client was told to wait. */

export interface Limit {
  /** Requests that are still answered. */
  left: number;
  /** How often the limit has struck. */
  rounds: number;
  /** When the client may come back, in milliseconds since the epoch; null where it need not wait. */
  until: number | null;
  /** When it was told so. */
  toldAt: number;
}

const MAX_LIMITS = 1_000;

export class GivenLimits {
  readonly #limits = new Map<string, Limit>();

  /** @param left requests that are answered before the limit strikes for the first time */
  of(what: string, left: number): Limit {
    let limit = this.#limits.get(what);
    if (limit === undefined) {
      limit = { left, rounds: 0, until: null, toldAt: 0 };
      if (this.#limits.size >= MAX_LIMITS) this.#limits.clear();
      this.#limits.set(what, limit);
    }
    return limit;
  }
}
