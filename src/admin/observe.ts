/** The live stream as the admin client reads it: typed events, and a new connection where one is lost. */
import { setTimeout as wait } from 'node:timers/promises';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import type { LiveEvent } from '../service.js';
import { type AdminConnection, AdminClientError } from './client-connection.js';
import { observationSummary } from './observation-schemas.js';

export interface ObserveOptions {
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
  /** `id` of the last event that was read before: the stream goes on after it. */
  readonly lastEventId?: string;
}

/** `id` is what `lastEventId` takes; undefined for a gap whose end nobody knows. */
export type ObservedEvent = LiveEvent & { readonly id: string | undefined };

const DEFAULT_RETRY_MS = 1_000;

export async function* observe(
  connection: AdminConnection,
  workspace: string,
  { signal, lastEventId }: ObserveOptions,
): AsyncGenerator<ObservedEvent, void> {
  const position = { lastEventId, retryMs: DEFAULT_RETRY_MS };
  let wasConnected = false;
  for (;;) {
    if (signal?.aborted === true) return;
    try {
      const response = await connection.open({
        path: ['workspaces', workspace, 'observations', 'stream'],
        headers: {
          Accept: 'text/event-stream',
          ...(position.lastEventId !== undefined && { 'Last-Event-ID': position.lastEventId }),
        },
        signal,
      });
      wasConnected = true;
      for await (const message of messagesOf(response, position)) {
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

function messagesOf(
  response: Response,
  position: { retryMs: number },
): ReadableStream<EventSourceMessage> {
  if (response.body === null)
    throw new AdminClientError('The live stream is empty.', response.status);
  const onRetry = (retryMs: number): void => {
    position.retryMs = retryMs;
  };
  return response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry }));
}

/** What the kitchen said no to; a lost connection is none. */
function isRefusal(error: unknown): boolean {
  return error instanceof AdminClientError && error.status !== null;
}

const gap = z.object({ missed: z.number().nullable() });

function readEvent({ event: type, id, data }: EventSourceMessage): ObservedEvent | null {
  const seq = Number(/-(\d+)$/.exec(id ?? '')?.[1] ?? 0);
  if (type === 'gap') return { type, id, seq, ...understand(gap, data) };
  if (type !== 'started' && type !== 'finished') return null;
  return { type, id, seq, observation: understand(observationSummary, data) };
}

function understand<T>(schema: z.ZodType<T>, data: string): T {
  try {
    return schema.parse(JSON.parse(data));
  } catch (error) {
    throw new AdminClientError(
      'The live stream says what this client does not understand: is the kitchen of this version?',
      200,
      null,
      { cause: error },
    );
  }
}
