/** Ends a serving command on Ctrl-C, on SIGTERM, and with its npm: in order and in time, at once on a second signal. */
import { EXIT } from './exit-codes.js';
import { onNpmGone } from './npm-gone.js';

const SIGNALS = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
} as const;
type Signal = keyof typeof SIGNALS;

/** How long closing may take, in milliseconds: everything has ended within two seconds. */
const CLOSING_LIMIT_MS = 1_700;
/** npm passes Ctrl-C on to a child that the terminal has signalled already: that is no second Ctrl-C. */
const SAME_SIGNAL_MS = 300;

export interface Shutdown {
  /** Closes what is open; called once. */
  readonly close: () => Promise<void>;
  readonly warn: (message: string) => void;
}

export function endOnSignal({ close, warn }: Shutdown): void {
  let endingSince: number | null = null;
  const end = (signal: Signal): void => {
    if (endingSince !== null) {
      if (performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(SIGNALS[signal]);
      return;
    }
    endingSince = performance.now();
    setTimeout(() => {
      warn('Closing took too long; ended without waiting for the rest.');
      process.exit(EXIT.failed);
    }, CLOSING_LIMIT_MS);
    close().then(
      () => process.exit(EXIT.ok),
      (error: unknown) => {
        warn(`Closing failed: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(EXIT.failed);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
  onNpmGone(() => {
    if (endingSince === null) end('SIGTERM');
  });
}
