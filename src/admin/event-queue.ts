/** What waits for one reader of the live stream: bounded, so that a slow one costs its own events and no memory. */
import type { LiveEvent } from '../service.js';

type Gap = Extract<LiveEvent, { type: 'gap' }>;

export class EventQueue {
  readonly #limit: number;
  readonly #events: LiveEvent[] = [];
  /** What was dropped since the reader last took something; comes before all that waits. */
  #gap: Gap | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Drops the oldest where there is no room: what happens now matters more to those who watch. */
  add(event: LiveEvent): void {
    this.#events.push(event);
    if (this.#events.length <= this.#limit) return;
    const dropped = this.#events.shift();
    if (dropped !== undefined) this.#gap = widen(this.#gap, dropped);
  }

  take(): LiveEvent | null {
    const gap = this.#gap;
    if (gap === null) return this.#events.shift() ?? null;
    this.#gap = null;
    return gap;
  }
}

function widen(gap: Gap | null, dropped: LiveEvent): Gap {
  const before = gap === null ? 0 : gap.missed;
  const more = dropped.type === 'gap' ? dropped.missed : 1;
  return {
    type: 'gap',
    seq: dropped.seq,
    missed: before === null || more === null ? null : before + more,
  };
}
