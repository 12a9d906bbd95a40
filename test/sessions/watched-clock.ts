/** A clock that knows how many exchanges wait for it. */
import { FakeClock } from '../support/fake-clock.js';

/** Shorter timers are the kitchen's own (sweep, writing), not the wait of an exchange. */
const SHORTEST_WAIT_MS = 10_000;

export class WatchedClock extends FakeClock {
  #waits = 0;

  get waits(): number {
    return this.#waits;
  }

  override after(ms: number, callback: () => void): () => void {
    if (ms < SHORTEST_WAIT_MS) return super.after(ms, callback);
    this.#waits += 1;
    let isOver = false;
    const over = (): void => {
      if (!isOver) this.#waits -= 1;
      isOver = true;
    };
    const callOff = super.after(ms, () => {
      over();
      callback();
    });
    return () => {
      over();
      callOff();
    };
  }
}
