/** One grammar that says which requests a fault is for, the same in every scenario. */
import { z } from 'zod';
import type { Era, RpcMessage } from '../exchange/message.js';
import { durationSchema, toMilliseconds } from '../units.js';

type OneOrMore<T> = T | readonly T[];

/** The fields that are left out mean "any". */
export interface On {
  /** HTTP method. */
  readonly verb?: OneOrMore<string> | undefined;
  /** JSON-RPC method. */
  readonly method?: OneOrMore<string> | undefined;
  /** Tool name, prompt name or resource URI. */
  readonly name?: OneOrMore<string> | undefined;
  readonly era?: OneOrMore<Era> | undefined;
  /** Round of an MRTR dialogue: 1 is the call itself, 2 the first answer. */
  readonly round?: OneOrMore<number> | undefined;
  /** Only the nth of the requests meant by the fields above, from 1. */
  readonly nth?: OneOrMore<number> | undefined;
  /** From this one on (inclusive), counted as `nth`. */
  readonly from?: number | undefined;
  /** Up to this one (inclusive). */
  readonly to?: number | undefined;
  /** Every so many, counted from `from` (or 1): 3 means the 3rd, 6th, 9th … */
  readonly every?: number | undefined;
  /** At most so many times in a session. */
  readonly times?: number | undefined;
  /** Not before this long after the session's start: `10s`, `500ms` or milliseconds. */
  readonly after?: string | number | undefined;
  /** 0 to 1; a function of seed, rule and match count. */
  readonly probability?: number | undefined;
}

const DAY_MS = 86_400_000;
const count = z.int().min(1).max(1_000_000_000);
const oneOrMore = <T extends z.ZodType>(
  item: T,
): z.ZodOptional<z.ZodUnion<readonly [T, z.ZodArray<T>]>> =>
  z.union([item, z.array(item).min(1).max(100)]).optional();

/** The param `on`: every field bounded and described, an unknown one refused. */
export const onSchema: z.ZodType<On, On> = z
  .strictObject({
    verb: oneOrMore(z.enum(['POST', 'GET', 'DELETE'])).describe('HTTP method, or a list of them.'),
    method: oneOrMore(z.string().min(1).max(256)).describe(
      'JSON-RPC method, say `tools/call`, or a list of them.',
    ),
    name: oneOrMore(z.string().min(1).max(2048)).describe(
      'Tool name, prompt name or resource URI, or a list of them.',
    ),
    era: oneOrMore(z.enum(['modern', 'legacy'])).describe(
      '`modern` (2026-07-28 and later) or `legacy` (revisions that open with `initialize`).',
    ),
    round: oneOrMore(z.int().min(1).max(1000)).describe(
      'Round of a multi round-trip dialogue: 1 is the call itself, 2 the first answer.',
    ),
    nth: oneOrMore(count).describe(
      'Only the nth of the requests meant by verb, method, name, era, round and after; from 1.',
    ),
    from: count.optional().describe('From this one on (inclusive), counted as nth.'),
    to: count.optional().describe('Up to this one (inclusive), counted as nth.'),
    every: count
      .optional()
      .describe('Every so many, counted from `from` (or 1): 3 means the 3rd, 6th, 9th.'),
    times: count.optional().describe('At most so many times in a session.'),
    after: durationSchema({ max: DAY_MS })
      .optional()
      .describe(
        "Not before this long after the session's start: `10s`, `500ms`, or milliseconds; at most a day.",
      ),
    probability: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('0 to 1: how likely each of them is hit; the same on every run with one seed.'),
  })
  .refine((on) => on.from === undefined || on.to === undefined || on.from <= on.to, {
    path: ['to'],
    error: 'Must not be smaller than `from`',
  });

/** What targeting asks of a request. */
export interface RequestFacts {
  readonly verb: string;
  readonly method: string | null;
  readonly name: string | null;
  readonly era: Era;
  /** See `roundOf`. */
  readonly round: number;
  /** Milliseconds from the session's start to the arrival of this request. */
  readonly sinceStartMs: number;
}

/** Whether a request is one of those that `verb`, `method`, `name`, `era`, `round` and `after` mean. */
export function meansRequest(on: On, facts: RequestFacts): boolean {
  return (
    isOneOf(on.verb, facts.verb) &&
    isOneOf(on.method, facts.method) &&
    isOneOf(on.name, facts.name) &&
    isOneOf(on.era, facts.era) &&
    isOneOf(on.round, facts.round) &&
    (on.after === undefined || facts.sinceStartMs >= toMilliseconds(on.after))
  );
}

/**
 * Whether the `n`th (from 1) of the requests that `on` means is hit, by `nth`, `from`, `to`, `every`, `times` and
 * `probability`.
 *
 * @param luck `random` in [0, 1) for this request, asked only where it matters; `timesSoFar`: how many requests of the session were hit before.
 */
export function selectsMatch(
  on: On,
  n: number,
  luck: { random(): number; readonly timesSoFar: number },
): boolean {
  const { from = 1, to = Infinity, every = 1, times = Infinity, probability } = on;
  return (
    isOneOf(on.nth, n) &&
    n >= from &&
    n <= to &&
    (n - from + 1) % every === 0 &&
    luck.timesSoFar < times &&
    (probability === undefined || luck.random() < probability)
  );
}

function isOneOf<T>(wanted: OneOrMore<T> | undefined, value: T | null): boolean {
  if (wanted === undefined) return true;
  if (value === null) return false;
  return Array.isArray(wanted) ? wanted.includes(value) : wanted === value;
}

/** The clear part of a `requestState` that the kitchen made: `<session>.<round asked>.<token>`. */
const ASKED_ROUND = /^[^.]*\.(\d{1,6})\./;

/** Round of a request: 1 for a call, 2 or more for one that answers a round of a dialogue. */
export function roundOf(rpc: Pick<RpcMessage, 'requestState' | 'inputResponses'>): number {
  if (rpc.requestState === null && rpc.inputResponses === null) return 1;
  const asked = ASKED_ROUND.exec(rpc.requestState ?? '')?.[1];
  return asked === undefined ? 2 : Math.max(Number(asked), 1) + 1;
}
