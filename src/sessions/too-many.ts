/** Bounds what clients that invent names without end can make the kitchen keep. */
import type { LiveSession } from './live-session.js';

/** Sessions that are kept although nothing goes on in them; one takes about 4 KiB. */
const MAX_SESSIONS = 10_000;

/** Those that were not seen for longest, of more sessions than are kept. */
export function tooMany(sessions: readonly LiveSession[]): readonly LiveSession[] {
  if (sessions.length <= MAX_SESSIONS) return [];
  const oldestFirst = sessions.toSorted((one, other) => one.lastSeenAt - other.lastSeenAt);
  return oldestFirst.slice(0, sessions.length - MAX_SESSIONS);
}
