/** Writes observations and sessions to the store in the background: in batches, and never in an exchange's way. */
import type { Clock } from '../clock.js';
import type { LiveSession } from '../sessions/live-session.js';
import type { Store } from '../store/store.js';
import type { Observation } from './observation.js';

const FLUSH_AFTER_MS = 50;
const RETRY_AFTER_MS = 1_000;
/** Small enough that no write is felt as a pause. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 512 * 1024;
/** What may wait while the store takes nothing; older observations go first. */
const QUEUE_BYTES = 64 * 1024 * 1024;
const PRUNE_AFTER_MS = 250;
const PRUNE_PAUSE_MS = 5;

export class RecordWriter {
  readonly #store: Store;
  readonly #clock: Clock;
  #queue: Observation[] = [];
  #queuedBytes = 0;
  #lost = 0;
  #failure: string | null = null;
  readonly #changedSessions = new Map<string, LiveSession>();
  #cancelTimer: (() => void) | null = null;
  #cancelPruning: (() => void) | null = null;
  #closed = false;
  #hasFolded = false;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  add(observation: Observation): void {
    this.#queue.push(observation);
    this.#queuedBytes += sizeOf(observation);
    while (this.#queuedBytes > QUEUE_BYTES) {
      const oldest = this.#queue.shift();
      if (oldest === undefined) break;
      this.#queuedBytes -= sizeOf(oldest);
      this.#lost += 1;
    }
    this.#schedule(FLUSH_AFTER_MS);
    if (this.#queue.length === BATCH_ROWS) this.#hurry();
  }

  sessionChanged(session: LiveSession): void {
    this.#changedSessions.set(session.id, session);
    this.#schedule(FLUSH_AFTER_MS);
  }

  /** What was finished but is not stored yet. */
  get queued(): readonly Observation[] {
    return this.#queue;
  }

  /** What is wrong with recording; null while all is well. */
  problem(): string | null {
    const lost = this.#lost === 0 ? '' : ` ${String(this.#lost)} observations were lost.`;
    if (this.#failure !== null) return `Observations cannot be stored: ${this.#failure}${lost}`;
    return lost === '' ? null : lost.trim();
  }

  /** Writes all that waits, now. Does not throw: what cannot be written stays and is tried again. */
  flush(): void {
    while (this.#queue.length > 0 || this.#changedSessions.size > 0) {
      if (!this.#writeBatch()) return;
    }
  }

  forget(workspace: string): void {
    this.#queue = this.#queue.filter((observation) => observation.workspace !== workspace);
    this.#queuedBytes = this.#queue.reduce((sum, observation) => sum + sizeOf(observation), 0);
    for (const session of this.#changedSessions.values()) {
      if (session.birth.workspace === workspace) this.#changedSessions.delete(session.id);
    }
  }

  forgetObservations(workspace: string): void {
    this.#queue = this.#queue.filter((observation) => observation.workspace !== workspace);
    this.#queuedBytes = this.#queue.reduce((sum, observation) => sum + sizeOf(observation), 0);
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#cancelPruning?.();
    this.flush();
  }

  #schedule(ms: number): void {
    if (this.#closed || this.#cancelTimer !== null) return;
    this.#cancelTimer = this.#clock.after(ms, () => {
      this.#cancelTimer = null;
      this.#step();
    });
  }

  /** A batch is whole, and memory that is given back early costs least. */
  #hurry(): void {
    if (this.#failure !== null) return;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#schedule(0);
  }

  /** One batch at a time, with other work let in between. */
  #step(): void {
    if (this.#closed) return;
    if (this.#queue.length === 0 && this.#changedSessions.size === 0) return;
    // Both wait for the disk: one of them a turn.
    this.#hasFolded = !this.#hasFolded && this.#store.fold(true);
    if (this.#hasFolded) {
      this.#schedule(0);
      return;
    }
    // What is less than a batch collects first, or each commit would write the same few pages again.
    if (!this.#writeBatch()) this.#schedule(RETRY_AFTER_MS);
    else this.#schedule(this.#queue.length >= BATCH_ROWS ? 0 : FLUSH_AFTER_MS);
    this.#schedulePruning(PRUNE_AFTER_MS);
  }

  #schedulePruning(ms: number): void {
    if (this.#closed || this.#cancelPruning !== null) return;
    this.#cancelPruning = this.#clock.after(ms, () => {
      this.#cancelPruning = null;
      if (this.#prune()) this.#schedulePruning(PRUNE_PAUSE_MS);
    });
  }

  #prune(): boolean {
    try {
      return this.#store.fold(this.#queue.length > 0) || this.#store.prune(this.#clock.now());
    } catch (error) {
      this.#failure = messageOf(error);
      return false;
    }
  }

  #writeBatch(): boolean {
    let rows = 0;
    let bytes = 0;
    for (const observation of this.#queue) {
      if (rows >= BATCH_ROWS || bytes >= BATCH_BYTES) break;
      rows += 1;
      bytes += sizeOf(observation);
    }
    const observations = this.#queue.slice(0, rows);
    const sessions = [...this.#changedSessions.values()].slice(0, BATCH_ROWS);
    try {
      this.#store.write({ observations, sessions: sessions.map((session) => session.toRecord()) });
    } catch (error) {
      this.#failure = messageOf(error);
      return false;
    }
    this.#failure = null;
    this.#queue.splice(0, rows);
    this.#queuedBytes -= bytes;
    for (const session of sessions) this.#changedSessions.delete(session.id);
    return true;
  }
}

function sizeOf({ request, response }: Observation): number {
  return 1_000 + (request.body?.length ?? 0) + (response.body?.length ?? 0);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
