/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/clock.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class FakeClock implements Clock {
  #now: number;
  #timers: Timer[] = [];

  constructor(start = Date.UTC(2026, 6, 28)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Timers that are still set. */
  get pending(): number {
    return this.#timers.length;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((candidate) => candidate !== timer);
    };
  }

  /** Moves time on and runs what is due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((candidate) => candidate !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
