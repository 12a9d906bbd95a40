/** Remembers what a session's streams said, so that a client can resume one (2025-11-25, basic/transports#resumability). */
import { randomBytes } from 'node:crypto';
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface StoredEvent {
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

const MAX_EVENTS = 500;
/** Characters of JSON; the newest event is kept whatever its size. */
const MAX_SIZE = 256 * 1024;

/** Forgets the oldest events first: who resumes from one of them is refused. */
export class BoundedEventStore implements EventStore {
  readonly #events = new Map<string, StoredEvent>();
  readonly #silent = new WeakSet<JSONRPCMessage>();
  /** No event id of another session is ever known here. */
  readonly #prefix = randomBytes(6).toString('hex');
  #count = 0;
  #size = 0;

  /** @param stored is told which stream a message belongs to */
  constructor(private readonly stored?: (stream: string, message: JSONRPCMessage) => void) {}

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    this.stored?.(stream, message);
    this.#count += 1;
    const id = `${this.#prefix}-${String(this.#count)}`;
    const size = JSON.stringify(message).length;
    this.#events.set(id, { stream, message, size });
    this.#size += size;
    for (const [oldest, event] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && (this.#size <= MAX_SIZE || oldest === id)) break;
      this.#events.delete(oldest);
      this.#size -= event.size;
    }
    return Promise.resolve(id);
  }

  /** Nobody who resumes will hear it. */
  silence(message: JSONRPCMessage): void {
    this.#silent.add(message);
  }

  /** Whether this is the id of an event of this session, be it forgotten by now. */
  hasGiven(id: string): boolean {
    const number = Number(id.slice(this.#prefix.length + 1));
    return number >= 1 && number <= this.#count && id === `${this.#prefix}-${String(number)}`;
  }

  getStreamIdForEventId(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.get(id)?.stream);
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(lastId)?.stream ?? '';
    let isAfter = false;
    // Not a copy: what is stored meanwhile has to be sent too, since the stream is not heard again before.
    for (const [id, event] of this.#events) {
      // A priming event is stored as an empty message, and says nothing.
      const { message } = event;
      const isSaid = Object.keys(message).length > 0 && !this.#silent.has(message);
      const says = isAfter && event.stream === stream && isSaid;
      if (says) await send(id, message);
      isAfter ||= id === lastId;
    }
    return stream;
  }
}
