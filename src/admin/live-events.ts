/** The live stream of one reader as Server-Sent Events: opens at once, resumes, says what was missed. */
import type { Clock } from '../clock.js';
import type { LiveStream } from '../service.js';
import { EventQueue } from './event-queue.js';

/** Events that may wait for one reader: all that the live stream keeps, so that who resumes loses none of them. */
const QUEUE_LIMIT = 4_000;
const KEEP_ALIVE_MS = 15_000;
const RETRY_MS = 1_000;

export interface LiveEventsOptions {
  readonly live: LiveStream;
  readonly workspace: string;
  /** As the reader sent it; undefined for one that begins. */
  readonly lastEventId: string | undefined;
  readonly clock: Clock;
  /** Any of them ends the stream. */
  readonly signals: readonly AbortSignal[];
}

export function liveEvents(options: LiveEventsOptions): ReadableStream<Uint8Array> {
  const { live, workspace, lastEventId, clock, signals } = options;
  const encoder = new TextEncoder();
  const queue = new EventQueue(QUEUE_LIMIT);
  const undo = new Map<object | string, () => void>();
  const stop = (): void => {
    for (const each of undo.values()) each();
    undo.clear();
  };

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => {
        controller.enqueue(encoder.encode(text));
      };
      const close = (): void => {
        stop();
        controller.close();
      };
      const keepAlive = (): void => {
        undo.set(
          'keep-alive',
          clock.after(KEEP_ALIVE_MS, () => {
            if (hasRoom(controller)) send(': keep-alive\n\n');
            keepAlive();
          }),
        );
      };

      const resume = resumePoint(lastEventId, live.boot);
      // Who loses the connection before anything happened has an id to resume from, too.
      const opened = resume === undefined ? frame('opened', live.seq, {}) : '\n';
      send(`: workspace ${workspace}\nretry: ${String(RETRY_MS)}\n${opened}`);
      if (signals.some(({ aborted }) => aborted)) {
        close();
        return;
      }
      for (const signal of signals) {
        signal.addEventListener('abort', close, { once: true });
        undo.set(signal, () => {
          signal.removeEventListener('abort', close);
        });
      }
      keepAlive();
      // Of another run of the process nobody knows any more how much there was.
      if (resume === 'elsewhere') queue.add({ type: 'gap', seq: live.seq, missed: null });
      const unsubscribe = live.subscribe(
        workspace,
        (event) => {
          queue.add(event);
          flush(controller);
        },
        resume === 'elsewhere' ? undefined : resume,
        close,
      );
      undo.set('subscription', unsubscribe);
    },
    pull: flush,
    cancel: stop,
  });

  function flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    while (hasRoom(controller)) {
      const event = queue.take();
      if (event === null) return;
      const data = event.type === 'gap' ? { missed: event.missed } : event.observation;
      controller.enqueue(encoder.encode(frame(event.type, event.seq, data)));
    }
  }

  function frame(type: string, seq: number, data: object): string {
    return `event: ${type}\nid: ${live.boot}-${String(seq)}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}

function hasRoom({ desiredSize }: ReadableStreamDefaultController<Uint8Array>): boolean {
  return desiredSize !== null && desiredSize > 0;
}

function resumePoint(
  lastEventId: string | undefined,
  boot: string,
): number | 'elsewhere' | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  const seq = lastEventId.startsWith(`${boot}-`) ? lastEventId.slice(boot.length + 1) : '';
  return /^\d{1,15}$/.test(seq) ? Number(seq) : 'elsewhere';
}
