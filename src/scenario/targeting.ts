/** One grammar that says which requests a fault is for, the same in every scenario. */
import type { Era } from '../exchange/message.js';

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
