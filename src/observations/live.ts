/** The live stream: what happens right now, with enough memory that a reader can resume after a lost connection. */
import type { LiveEvent, LiveStream } from '../service.js';
import type { ObservationSummary } from './observation.js';

/** Events kept for readers that resume. */
const KEPT_EVENTS = 2_000;

type Listener = (event: LiveEvent) => void;
type KeptEvent = Extract<LiveEvent, { type: 'started' | 'finished' }>;

export class LiveBus implements LiveStream {
  #seq = 0;
  #isWatched = false;
  readonly #kept: KeptEvent[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(readonly boot: string) {}

  get seq(): number {
    return this.#seq;
  }

  /** Whether anybody has ever listened. Before that nobody can come back for what was missed: it can be skipped. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** Counts an event that nobody can see. */
  skip(): void {
    this.#seq += 1;
  }

  publish(type: 'started' | 'finished', observation: ObservationSummary): void {
    this.#seq += 1;
    const event: KeptEvent = { type, seq: this.#seq, observation };
    this.#kept.push(event);
    if (this.#kept.length > KEPT_EVENTS * 2) this.#kept.splice(0, KEPT_EVENTS);
    const listeners = this.#listeners.get(observation.workspace);
    if (listeners === undefined) return;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        listeners.delete(listener);
      }
    }
  }

  subscribe(workspace: string, listener: Listener, after?: number): () => void {
    this.#isWatched = true;
    if (after !== undefined) this.#replay(workspace, listener, after);
    let listeners = this.#listeners.get(workspace);
    if (listeners === undefined) {
      listeners = new Set();
      this.#listeners.set(workspace, listeners);
    }
    const subscribed = listeners;
    subscribed.add(listener);
    return () => {
      subscribed.delete(listener);
      if (subscribed.size === 0 && this.#listeners.get(workspace) === subscribed) {
        this.#listeners.delete(workspace);
      }
    };
  }

  #replay(workspace: string, listener: Listener, after: number): void {
    if (after > this.#seq) {
      listener({ type: 'gap', seq: this.#seq, missed: null });
      return;
    }
    const oldest = this.#kept[0]?.seq ?? this.#seq + 1;
    // Events of other workspaces count too: which ones are gone cannot be told any more.
    if (after + 1 < oldest) listener({ type: 'gap', seq: oldest - 1, missed: oldest - 1 - after });
    for (const event of this.#kept) {
      if (event.seq > after && event.observation.workspace === workspace) listener(event);
    }
  }
}
