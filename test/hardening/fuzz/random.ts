/** Seeded randomness: a run can be repeated shot by shot. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 to just below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  word(): string {
    return this.pick(WORDS);
  }
}

/** Names that have tripped servers before. */
const WORDS = [
  '',
  'echo',
  'add',
  'run_scenario',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '%2e%2e',
  "'; drop table observations; --",
  '<script>',
  '\u0000',
  '\ud800',
  'é',
  '🍳',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'file:///etc/passwd',
  '-1',
  '1e999',
] as const;
