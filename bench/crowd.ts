/** Others who keep a server busy while its healthy calls are timed. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ended, type Server } from './server.js';

export const CROWDS = ['slow senders', 'open streams', 'lazy reader', 'export'] as const;
export type Crowd = (typeof CROWDS)[number];

const READY_MS = 60_000;

/** Resolves when they are all there. In a process of their own: what they cost is not to be timed along. */
export async function gather(
  crowds: readonly Crowd[],
  { url }: Server,
): Promise<{ leave(): Promise<void> }> {
  const script = fileURLToPath(new URL('./servers/crowd.js', import.meta.url));
  const child = fork(script, [url, ...crowds]);
  const leave = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended(child);
  };
  const failed = new AbortController();
  child.once('exit', (code) => {
    failed.abort(new Error(`${crowds.join(', ')} ended with ${String(code)}.`));
  });
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(READY_MS)]);
  try {
    await once(child, 'message', { signal });
  } catch (error) {
    await leave();
    throw failed.signal.aborted ? failed.signal.reason : error;
  }
  return { leave };
}
