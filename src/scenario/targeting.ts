/** One grammar that says which requests a fault is for, the same in every scenario. */
import { z } from 'zod';
import type { Arrival, Era, HeaderLines, RpcKind, RpcMessage } from '../exchange/message.js';
import type { Given } from '../judge/given/given.js';
import { durationSchema } from '../units.js';
import { compileOn, headerOf } from './compile-on.js';
import { countFieldsOf, fitsCount } from './fits-count.js';
import { type Match, matchSchema, memberAt } from './match-value.js';

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
  /** Page of a list: 1 without a cursor, otherwise the page that `pages` gave the cursor for. */
  readonly page?: OneOrMore<number> | undefined;
  /** Which TCP connection of the session, from 1 in the order in which they were first used. */
  readonly connection?: OneOrMore<number> | undefined;
  /** What kind of JSON-RPC message the body holds. */
  readonly kind?: OneOrMore<RpcKind> | undefined;
  /** Headers by name, in any case. */
  readonly header?: Readonly<Record<string, Match>> | undefined;
  /** Arguments of a call by name, or by a JSON Pointer that begins with `/`. */
  readonly argument?: Readonly<Record<string, Match>> | undefined;
  /** Members of `_meta` by key, or by a JSON Pointer that begins with `/`. */
  readonly meta?: Readonly<Record<string, Match>> | undefined;
  /** Count requests apart by this: `name`, `method`, `header:NAME`, `argument:NAME`, `meta:KEY`. */
  readonly per?: string | undefined;
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

const PER = /^(?:name|method|(?:header|argument|meta):.{1,256})$/;
const matchers = (
  description: string,
): z.ZodOptional<z.ZodRecord<z.ZodString, typeof matchSchema>> =>
  z
    .record(z.string().min(1).max(1_000), matchSchema)
    .optional()
    .describe(`${description} A value, \`{ prefix }\`, \`{ glob }\` or \`{ exists }\`.`);

/** The param `on`: every field bounded and described, an unknown one refused. */
export const onSchema: z.ZodType<On, On> = z
  .strictObject({
    verb: oneOrMore(z.enum(['POST', 'GET', 'DELETE', 'OPTIONS'])).describe(
      'HTTP method, or a list of them. `OPTIONS`, a preflight, is met by rules of the head alone.',
    ),
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
    page: oneOrMore(z.int().min(1).max(1_000_000)).describe(
      'Page of a list: 1 without a cursor, otherwise the page that `pages` gave the cursor for.',
    ),
    connection: oneOrMore(count).describe(
      'Which TCP connection of the session: 1 is the first one that it used.',
    ),
    kind: oneOrMore(
      z.enum(['request', 'notification', 'response', 'batch', 'invalid', 'unparseable', 'none']),
    ).describe('What the body holds: `request`, `notification`, `response` and so on.'),
    header: matchers('Headers by name, in any case.'),
    argument: matchers('Arguments of a call by name, or by a JSON Pointer that begins with `/`.'),
    meta: matchers('Members of `_meta` by key, or by a JSON Pointer that begins with `/`.'),
    per: z
      .string()
      .max(300)
      .regex(PER, 'Must be name, method, header:NAME, argument:NAME or meta:KEY')
      .optional()
      .describe(
        'Counts requests apart: `name`, `method`, `header:NAME`, `argument:NAME` or `meta:KEY`.',
      ),
    nth: oneOrMore(count).describe(
      'Only the nth of the requests meant by the fields above and after; from 1.',
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
  /** Null where it asks for no list, or by a cursor that was not given. */
  readonly page: number | null;
  /** Which TCP connection of the session it came on, from 1; null without a socket. */
  readonly connection: number | null;
  /** Milliseconds from the session's start to the arrival of this request. */
  readonly sinceStartMs: number;
  readonly kind: RpcKind;
  readonly headers: HeaderLines;
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly meta: Readonly<Record<string, unknown>> | null;
}

/**
 * Whether a request is one of those that the fields up to `meta`, and `after`, mean: which of them is hit is said by
 * the others.
 */
export function meansRequest(on: On, facts: RequestFacts): boolean {
  return compileOn(on)(facts);
}

/** What requests are counted apart by: the same text for all without `per`. */
export function countKey({ per }: On, facts: RequestFacts): string {
  if (per === undefined) return '';
  const colon = per.indexOf(':');
  const [source, name] = colon === -1 ? [per, ''] : [per.slice(0, colon), per.slice(colon + 1)];
  switch (source) {
    case 'name':
      return facts.name ?? '';
    case 'method':
      return facts.method ?? '';
    case 'header':
      return headerOf(facts, name.toLowerCase()) ?? '';
    default: {
      const value = source === 'meta' ? memberAt(facts.meta, name) : argumentOf(facts, name);
      return JSON.stringify(value ?? null).slice(0, MAX_KEY);
    }
  }
}

const MAX_KEY = 1_000;

function argumentOf({ params }: RequestFacts, name: string): unknown {
  return memberAt(memberAt(params, 'arguments'), name);
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
  const fields = countFieldsOf(on);
  const { probability } = fields;
  return (
    fitsCount(fields, n, luck.timesSoFar) && (probability === null || luck.random() < probability)
  );
}

/** The clear part of a `requestState` that the kitchen made: `<session>.<round asked>.<token>`. */
const ASKED_ROUND = /^[^.]*\.(\d{1,6})\./;

/** Round of a request: 1 for a call, 2 or more for one that answers a round of a dialogue. */
export function roundOf(rpc: Pick<RpcMessage, 'requestState' | 'inputResponses'>): number {
  if (rpc.requestState === null && rpc.inputResponses === null) return 1;
  const asked = ASKED_ROUND.exec(rpc.requestState ?? '')?.[1];
  return asked === undefined ? 2 : Math.max(Number(asked), 1) + 1;
}

/** Page of the list that a request asks for; see `RequestFacts`. */
function pageOf(rpc: RpcMessage, given: Given | undefined): number | null {
  if (rpc.method === null || !rpc.method.endsWith('/list')) return null;
  const cursor = rpc.params?.['cursor'];
  if (cursor === undefined) return 1;
  return given?.cursors.pageOf(rpc.method, cursor) ?? null;
}

/**
 * What targeting asks of a request that arrived in a session that began at `startedAt` (ms since the epoch).
 * @param given what faults of the session gave to the client
 * @param connection which connection of the session it came on, from 1; null without a socket
 */
export function factsOf(
  arrival: Arrival,
  startedAt: number,
  given?: Given,
  connection: number | null = null,
): RequestFacts {
  const { verb, era, rpc, headers, at } = arrival;
  const { method, name, kind, params, meta } = rpc;
  const round = given?.inputs.roundOf(rpc) ?? roundOf(rpc);
  return {
    verb,
    method,
    name,
    era,
    round,
    page: pageOf(rpc, given),
    connection,
    sinceStartMs: at - startedAt,
    kind,
    headers,
    params,
    meta,
  };
}
