/** Waits that anything can interrupt. */
import type { Clock } from '../clock.js';

/** Resolves after `ms`, or as soon as the signal is aborted. No time at all is still a turn of the event loop. */
export function hold(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  if (ms <= 0) return ownTurn();
  return new Promise((resolve) => {
    const stop = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

let lastTurn: Promise<void> = Promise.resolve();

/** A turn of the event loop of one's own: meanwhile everything is let in that has arrived. */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  return lastTurn;
}
