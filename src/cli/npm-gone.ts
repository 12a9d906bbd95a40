/** Notices that the npm or npx which runs the command was ended. */

const LOOK_EVERY_MS = 100;
/** Read first of all: a parent that is gone already cannot be told from any other. */
const PARENT = process.ppid;
/** A script of another name may put the command in the background, and end before it on purpose. */
const WATCHED = ['start', 'npx'].includes(process.env['npm_lifecycle_event'] ?? '');

/**
 * npm passes a SIGTERM on to the shell that stands between it and the command, and that shell dies of it alone. What
 * is left is another parent. Returns what stops the watch.
 */
export function onNpmGone(gone: () => void): () => void {
  if (!WATCHED) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
