/** Notices that the npm or npx which runs the command was ended. */
import { UNDER_NPM } from './command-line.js';

const LOOK_EVERY_MS = 100;
/** Read first of all: a parent that is gone already cannot be told from any other. */
const PARENT = process.ppid;

/**
 * npm passes a SIGTERM on to the shell that stands between it and the command, and that shell dies of it alone. What
 * is left is another parent. Returns what stops the watch.
 */
export function onNpmGone(gone: () => void): () => void {
  if (!UNDER_NPM) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
