/** Which of the requests that an `on` means is hit: the fields that count. */
import type { On } from './targeting.js';

/** What `on` says about the count of a request, every field filled in. */
export interface CountFields {
  /** Null for any. */
  readonly nth: readonly number[] | null;
  readonly from: number;
  readonly to: number;
  readonly every: number;
  readonly times: number;
  /** Null where chance has no say. */
  readonly probability: number | null;
}

export function countFieldsOf({ nth, from, to, every, times, probability }: On): CountFields {
  return {
    nth: nth === undefined ? null : [nth].flat(),
    from: from ?? 1,
    to: to ?? Infinity,
    every: every ?? 1,
    times: times ?? Infinity,
    probability: probability ?? null,
  };
}

/**
 * Whether the `n`th (from 1) of the requests is hit, unless chance is against it.
 * @param timesSoFar how many requests of the session were hit before
 */
export function fitsCount(fields: CountFields, n: number, timesSoFar: number): boolean {
  const { nth, from, to, every, times } = fields;
  return (
    n >= from &&
    n <= to &&
    timesSoFar < times &&
    (every === 1 || (n - from + 1) % every === 0) &&
    (nth === null || nth.includes(n))
  );
}
