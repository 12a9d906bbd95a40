/** Reads an event stream message by message. */
import { createParser } from 'eventsource-parser';
import type { Json } from './mcp.js';

export interface SseMessage {
  readonly id: string | undefined;
  /** The parsed data; undefined for an event that says nothing. */
  readonly json: Json;
}

export class SseStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #queue: SseMessage[] = [];
  readonly #decoder = new TextDecoder();
  /** Id of the newest event. */
  lastId: string | undefined;
  readonly #parser = createParser({
    onEvent: ({ id, data }) => {
      this.lastId = id ?? this.lastId;
      this.#queue.push({ id, json: data === '' ? undefined : JSON.parse(data) });
    },
  });

  constructor(response: Response) {
    if (response.body === null) throw new Error('The answer has no body.');
    this.#reader = response.body.getReader();
  }

  /** The next event, priming events included; undefined at the end of the stream. */
  async event(): Promise<SseMessage | undefined> {
    while (this.#queue.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#parser.feed(this.#decoder.decode(value, { stream: true }));
    }
    return this.#queue.shift();
  }

  /** The next message; undefined at the end of the stream. */
  async message(): Promise<Json> {
    for (;;) {
      const event = await this.event();
      if (event === undefined || event.json !== undefined) return event?.json;
    }
  }

  async rest(): Promise<Json[]> {
    const messages: Json[] = [];
    for (;;) {
      const message = await this.message();
      if (message === undefined) return messages;
      messages.push(message);
    }
  }

  /** Closes the stream from this side. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}
