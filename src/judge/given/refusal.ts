/** The ways to say no to an elicitation: whatever is no `accept` is one. */
import { own } from './fingerprint.js';

/** `nothing`: an error, no answer at all, or one that says neither yes nor no. */
export type Refusal = 'decline' | 'cancel' | 'nothing';

/** @param answer as the client gave it; undefined where it gave none */
export function refusalOf(answer: unknown): Refusal | null {
  const action = own(answer, 'action');
  if (action === 'accept') return null;
  return action === 'decline' || action === 'cancel' ? action : 'nothing';
}
