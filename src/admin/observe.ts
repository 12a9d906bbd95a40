/** The live stream as the admin client reads it: typed events, and a new connection where one is lost. */
import { setTimeout as wait } from 'node:timers/promises';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { components } from './api-types.js';
import { type AdminConnection, dataOf } from './client-connection.js';
import { AdminClientError } from './client-error.js';

export interface ObserveOptions {
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
  /** `id` of the last event that was read before: the stream goes on after it. */
  readonly lastEventId?: string;
  /** Called each time the stream is open: what happens from then on is delivered. */
  readonly onOpen?: () => void;
}

type Schemas = components['schemas'];

/** `id` is what `lastEventId` takes. */
export type ObservedEvent =
  | {
      readonly type: Schemas['LiveExchange']['event'];
      readonly id: string;
      readonly observation: Schemas['LiveExchange']['data'];
    }
  | {
      readonly type: Schemas['LiveGap']['event'];
      readonly id: string;
      /** Null where nobody knows how many: the kitchen was started anew. */
      readonly missed: Schemas['LiveGap']['data']['missed'];
    };

const DEFAULT_RETRY_MS = 1_000;

export async function* observe(
  api: AdminConnection,
  workspace: string,
  { signal, lastEventId, onOpen }: ObserveOptions,
): AsyncGenerator<ObservedEvent, void> {
  const position = { lastEventId, retryMs: DEFAULT_RETRY_MS };
  let wasConnected = false;
  for (;;) {
    if (signal?.aborted === true) return;
    try {
      const stream = await dataOf(
        api.GET('/api/workspaces/{workspace}/observations/stream', {
          params: {
            path: { workspace },
            header:
              position.lastEventId === undefined ? {} : { 'last-event-id': position.lastEventId },
          },
          headers: { Accept: 'text/event-stream' },
          parseAs: 'stream',
          ...(signal && { signal }),
        }),
      );
      wasConnected = true;
      onOpen?.();
      for await (const message of until(signal, messagesOf(stream, position))) {
        position.lastEventId = message.id ?? position.lastEventId;
        const event = readEvent(message);
        if (event !== null) yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!wasConnected || isRefusal(error)) throw error;
    }
    await wait(position.retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Ends when the signal aborts: `fetch` alone can lose it, once its request is garbage. */
async function* until<T>(
  signal: AbortSignal | undefined,
  stream: ReadableStream<T>,
): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  const stop = (): void => void cancel();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await cancel();
  }
}

function messagesOf(
  stream: ReadableStream<Uint8Array>,
  position: { retryMs: number },
): ReadableStream<EventSourceMessage> {
  const onRetry = (retryMs: number): void => {
    position.retryMs = retryMs;
  };
  return stream
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry }));
}

/** What the kitchen said no to; a lost connection is none. */
function isRefusal(error: unknown): boolean {
  return error instanceof AdminClientError && error.status !== null;
}

/** The event with its data; null for those that only tell where the stream is. */
function readEvent({ event: type, id = '', data }: EventSourceMessage): ObservedEvent | null {
  if (type === 'gap') {
    const { missed }: Schemas['LiveGap']['data'] = JSON.parse(data);
    return { type, id, missed };
  }
  if (type !== 'started' && type !== 'finished') return null;
  const observation: Schemas['LiveExchange']['data'] = JSON.parse(data);
  return { type, id, observation };
}
