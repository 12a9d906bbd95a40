/** What a test waits for instead of sleeping. */
import { type Clock, systemClock } from '../../src/clock.js';
import type { Kitchen } from '../../src/kitchen-options.js';

/** Resolves when the next exchange of a method has been resolved to its session. */
export function started(kitchen: Kitchen, method: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = kitchen.service.live.subscribe('default', ({ type, ...event }) => {
      if (type !== 'started' || !('observation' in event)) return;
      if (event.observation.rpc.method !== method) return;
      stop();
      resolve();
    });
  });
}

export interface TellingClock {
  readonly clock: Clock;
  /** The long wait has begun. */
  readonly waiting: Promise<void>;
  /** The long wait was called off before its time. */
  readonly calledOff: Promise<void>;
}

/** The system's clock, which tells of the first wait that is longer than `ms`. */
export function clockThatTells(ms: number): TellingClock {
  const waiting = signal();
  const calledOff = signal();
  const clock: Clock = {
    now: () => systemClock.now(),
    after(wait, callback) {
      const cancel = systemClock.after(wait, callback);
      if (wait <= ms) return cancel;
      waiting.give();
      return () => {
        calledOff.give();
        cancel();
      };
    },
  };
  return { clock, waiting: waiting.given, calledOff: calledOff.given };
}

function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
