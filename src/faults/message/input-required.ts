/**
 * A dialogue (MRTR) put in front of a healthy call. The healthy server asks by itself, through the SDK, from the plan
 * that the scenario changed (`configureServer`); this fault only says so in the record.
 */

export interface InputRequiredFault {
  readonly kind: 'input_required';
  /** Which round is asked, from 1. */
  readonly round: number;
  /** The keys that the client has to answer. */
  readonly keys: readonly string[];
  /** Whether a `requestState` was given. */
  readonly state: boolean;
}
