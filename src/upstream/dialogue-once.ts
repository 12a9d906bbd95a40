/**
 * A round is answered once. The same answers may come again (a client whose answer got lost retries) and get the same
 * treatment; other answers are refused (basic/patterns/mrtr, single use is the server's own business).
 */
import { hashJson } from './call-hash.js';
import { stateReused } from './dialogue-findings.js';
import type { Answers, DialogueProgress } from './dialogue-state.js';
import { refuse, type Serving } from './serving.js';

/** Remembered rounds of a session; the oldest are forgotten first. */
const MAX_SEEN = 1_000;

export function takeOnce(progress: DialogueProgress, given: Answers, serving: Serving): void {
  if (Object.keys(given).length === 0) return;
  const { seen } = serving.call.dialogues;
  const id = hashJson([progress.dialogue, progress.round, progress.keys]);
  const answers = hashJson(given);
  const before = seen.get(id);
  if (before !== undefined && before !== answers) {
    serving.call.found(stateReused);
    refuse(serving, 'Invalid or expired requestState', { reason: 'invalid_request_state' });
  }
  seen.set(id, answers);
  const [oldest] = seen.keys();
  if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
}
