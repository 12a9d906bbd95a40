/** A list of the healthy server, given out page by page. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { replaceMemberToken } from '../../json/tokens.js';
import { alterKind, type Altered, type FaultContext } from '../fault-kind.js';
import { alterMessages } from './alter-messages.js';
import { jsonText } from './json-text.js';
import { performJsonRpcError } from './jsonrpc-error.js';

const MAX_PAGES = 10_000;

const fields = z
  .strictObject({
    sizes: z
      .array(z.int().min(0).max(1_000_000))
      .min(1)
      .max(MAX_PAGES)
      .default([2])
      .describe('How many entries each page has; the last size holds for all further pages.'),
    endless: z
      .boolean()
      .default(false)
      .describe('There is always a next page: after the last entry the list begins anew.'),
    cursors: z
      .array(z.json())
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'The nextCursor of each page, right or wrong; `[A]` is the same for ever, `[A, B]` goes round, where `endless`. Further pages have fresh ones. Default: fresh ones.',
      ),
    cursorTexts: z
      .array(jsonText())
      .min(1)
      .max(1_000)
      .optional()
      .describe('The same as JSON text, sent byte for byte.'),
    cursorBytes: z
      .int()
      .min(24)
      .max(10_000_000)
      .default(24)
      .describe('How many characters a fresh cursor has.'),
    lastCursor: z
      .json()
      .optional()
      .describe('What stands at nextCursor on the last page. Default: nothing.'),
    overlap: z
      .int()
      .min(-1_000)
      .max(1_000)
      .default(0)
      .describe(
        'How many entries of the page before each page has once more; below 0: how many are left out in between.',
      ),
    add: z
      .array(z.record(z.string().max(1_000), z.json()))
      .max(MAX_PAGES)
      .default([])
      .describe('Members that the results of the 1st, 2nd … page have besides: `{ ttlMs: 1000 }`.'),
  })
  .refine(({ cursors, cursorTexts }) => cursors === undefined || cursorTexts === undefined, {
    error: 'Give one of cursors and cursorTexts',
  })
  .refine(({ sizes, endless }) => endless || sizes.at(-1) !== 0, {
    path: ['sizes'],
    error: 'The last size holds for all further pages: 0 would never end, unless it is `endless`',
  })
  .refine(({ sizes, endless, overlap }) => endless || overlap < Math.max(1, sizes.at(-1) ?? 1), {
    path: ['overlap'],
    error:
      'Must be smaller than the last size, or the list would never end, unless it is `endless`',
  });
type Fields = z.output<typeof fields>;

/** Where a list stands in the result that answers its method. */
const LISTS: ReadonlyMap<string | null, string> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
]);

export const pages = alterKind({
  kind: 'pages',
  summary:
    'A list in pages of any sizes, with cursors of any sort. The cursors that come back are compared.',
  fields,
  perform: (fault, answer, context): Altered | Promise<Altered> => {
    const { method, params } = context.arrival.rpc;
    const list = LISTS.get(method);
    if (method === null || list === undefined) return answer;
    const cursor = params?.['cursor'];
    const page = cursor === undefined ? 1 : context.given.cursors.pageOf(method, cursor);
    if (page === null) return unknownCursor(context);
    const change = (text: string, message: unknown): string => {
      const result = memberOf(message, 'result');
      const entries = memberOf(result, list);
      if (!Array.isArray(entries) || !isObject(result)) return text;
      const { from, to, isLast } = extentOf(page, entries.length, fault);
      const next = nextCursor(page, isLast, fault, context);
      if (next !== undefined) context.given.cursors.give(method, JSON.parse(next), page + 1);
      const part = entriesOf(entries, from, to);
      return replaceMemberToken(
        text,
        'result',
        pageText({ ...result, [list]: part }, next, fault.add[page - 1]),
      );
    };
    return alterMessages(answer, { which: 'response', change }, context);
  },
});

/** server/utilities/pagination#error-handling */
function unknownCursor({ arrival }: FaultContext): Answer {
  const error = { code: -32602, message: 'Invalid cursor', httpStatus: 200, as: 'json' } as const;
  return performJsonRpcError({ kind: 'jsonrpc_error', ...error }, arrival);
}

function pageText(result: object, next: string | undefined, add: object = {}): string {
  if (next === undefined) return JSON.stringify({ ...result, ...add });
  const mark = randomUUID();
  const text = JSON.stringify({ ...result, nextCursor: mark, ...add });
  return text.replace(JSON.stringify(mark), () => next);
}

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
}

/** @param page from 1 */
function extentOf(page: number, length: number, { sizes, endless, overlap }: Fields): Extent {
  let from = 0;
  for (let before = 1; before < page; before += 1) {
    from = Math.max(0, from + sizeOf(sizes, before) - (sizeOf(sizes, before) === 0 ? 0 : overlap));
  }
  const to = from + sizeOf(sizes, page);
  return { from, to, isLast: !endless && to >= length };
}

function sizeOf(sizes: readonly number[], page: number): number {
  return sizes[Math.min(page, sizes.length) - 1] ?? 0;
}

/** Past the end the list begins anew, which only an endless one gets to. */
function entriesOf(entries: readonly unknown[], from: number, to: number): readonly unknown[] {
  if (to <= entries.length || entries.length === 0) return entries.slice(from, to);
  const isPast = from >= entries.length;
  if (!isPast) return entries.slice(from);
  const start = from % entries.length;
  return entries.slice(start, start + to - from);
}

/** As JSON text; undefined for none. */
function nextCursor(
  page: number,
  isLast: boolean,
  { cursors, cursorTexts, cursorBytes, lastCursor, endless }: Fields,
  context: FaultContext,
): string | undefined {
  if (isLast) return lastCursor === undefined ? undefined : JSON.stringify(lastCursor);
  const given = cursorTexts ?? cursors?.map((cursor) => JSON.stringify(cursor)) ?? [];
  const chosen = given[endless ? (page - 1) % given.length : page - 1];
  if (chosen !== undefined) return chosen;
  const bits = Buffer.from(`${String(page)}:${String(context.random(`cursor ${String(page)}`))}`);
  return JSON.stringify(bits.toString('base64url').padEnd(cursorBytes, 'A').slice(0, cursorBytes));
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
