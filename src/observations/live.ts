/** The live stream: what happens right now, with enough memory that a reader can resume after a lost connection. */
import type { LiveEvent, LiveStream } from '../service.js';
import type { ObservationSummary } from './observation.js';

/** Events kept for readers that resume. */
const KEPT_EVENTS = 2_000;

type Listener = (event: LiveEvent) => void;

interface Reader {
  readonly listener: Listener;
  readonly over: () => void;
}

type KeptEvent = Extract<LiveEvent, { type: 'started' | 'finished' }>;

export class LiveBus implements LiveStream {
  #seq = 0;
  #isWatched = false;
  readonly #kept: KeptEvent[] = [];
  readonly #readers = new Map<string, Set<Reader>>();

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
    const readers = this.#readers.get(observation.workspace);
    if (readers === undefined) return;
    for (const reader of readers) {
      try {
        reader.listener(event);
      } catch {
        readers.delete(reader);
      }
    }
  }

  subscribe(
    workspace: string,
    listener: Listener,
    after?: number,
    over: () => void = () => undefined,
  ): () => void {
    this.#isWatched = true;
    if (after !== undefined) this.#replay(workspace, listener, after);
    let readers = this.#readers.get(workspace);
    if (readers === undefined) {
      readers = new Set();
      this.#readers.set(workspace, readers);
    }
    const subscribed = readers;
    const reader = { listener, over };
    subscribed.add(reader);
    return () => {
      subscribed.delete(reader);
      if (subscribed.size === 0 && this.#readers.get(workspace) === subscribed) {
        this.#readers.delete(workspace);
      }
    };
  }

  /** The workspace is gone: another one of its name has other readers. */
  end(workspace: string): void {
    const readers = this.#readers.get(workspace) ?? [];
    this.#readers.delete(workspace);
    for (const { over } of readers) over();
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
