import { describe, expect, it } from 'vitest';
import type { FaultContext } from '../../../src/faults/fault-kind.js';
import { doSchema } from '../../../src/script/script-schema.js';
import { Given } from '../../../src/judge/given/given.js';
import { jsonAnswer } from '../../support/fault-context.js';
import type { Json } from '../../support/mcp.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const TOOLS = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
const HEALTHY = `{"result":{"tools":${JSON.stringify(TOOLS)},"ttlMs":0},"jsonrpc":"2.0","id":7.0}`;

/** What one session sees of a list. */
function book(pages: object): (cursor?: unknown) => Promise<string> {
  const given = new Given();
  let drawn = 0;
  const random: FaultContext['random'] = () => (drawn += 0.01);
  return async (cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params };
    return bodyText(
      await performDo({ pages }, { message, answer: jsonAnswer(HEALTHY), given, random }),
    );
  };
}

function read(text: string): { names: string; next: unknown; error: number | undefined } {
  const { result, error }: Json = JSON.parse(text);
  const names = (result?.tools ?? []).map(({ name }: { name: string }) => name).join('');
  return { names, next: result?.nextCursor, error: error?.code };
}

/** The names on each page, up to so many pages. */
async function walk(pages: object, most = 10): Promise<string[]> {
  const ask = book(pages);
  const seen: string[] = [];
  let next: unknown;
  do {
    const page = read(await ask(next));
    seen.push(page.names);
    next = page.next;
  } while (next !== undefined && next !== null && seen.length < most);
  return seen;
}

describe('a list in pages', () => {
  it.each<[string, object, string[]]>([
    ['of two by default', {}, ['ab', 'cd', 'e']],
    ['of any sizes, none too', { sizes: [0, 1, 0, 50] }, ['', 'a', '', 'bcde']],
    ['with entries on two pages', { sizes: [3], overlap: 1 }, ['abc', 'cde']],
    ['with entries on none', { sizes: [2], overlap: -1 }, ['ab', 'de']],
    ['that has one page', { sizes: [5] }, ['abcde']],
    ['that says by null where it ends', { sizes: [3], lastCursor: null }, ['abc', 'de']],
  ])('%s', async (_what, pages, expected) => {
    expect(await walk(pages)).toEqual(expected);
  });

  it('begins anew where it is endless', async () => {
    expect(await walk({ sizes: [5], endless: true }, 3)).toEqual(['abcde', 'abcde', 'abcde']);
    expect(await walk({ sizes: [5, 0], endless: true }, 3)).toEqual(['abcde', '', '']);
  });

  it('goes round where its cursors do', async () => {
    const ask = book({ sizes: [2], cursors: ['A', 'B'], endless: true });
    expect(read(await ask())).toMatchObject({ names: 'ab', next: 'A' });
    expect(read(await ask('A'))).toMatchObject({ names: 'cd', next: 'B' });
    expect(read(await ask('B'))).toMatchObject({ next: 'A' });
    expect(read(await ask('A'))).toMatchObject({ names: 'cd', next: 'B' });
  });

  it('gives another fresh cursor each time, as long as it is told', async () => {
    const ask = book({ sizes: [2], cursorBytes: 100 });
    const [one, other] = [read(await ask()).next, read(await ask()).next];
    expect(String(one)).toHaveLength(100);
    expect(one).not.toBe(other);
    expect(read(await ask(one)).names).toBe('cd');
    expect(read(await ask(other)).names).toBe('cd');
  });

  it('sends a cursor byte for byte, and leaves the rest of the message as it is', async () => {
    const text = await book({ sizes: [2], cursorTexts: ['"\\ud83d\\/"'] })();
    expect(text).toBe(
      '{"result":{"tools":[{"name":"a"},{"name":"b"}],"ttlMs":0,"nextCursor":"\\ud83d\\/"},"jsonrpc":"2.0","id":7.0}',
    );
  });

  it('has members of its own on each page', async () => {
    const ask = book({ sizes: [3], cursors: ['c'], add: [{ ttlMs: 5 }, { cacheScope: 'public' }] });
    expect(JSON.parse(await ask())).toMatchObject({ result: { ttlMs: 5 } });
    expect(JSON.parse(await ask('c'))).toMatchObject({
      result: { ttlMs: 0, cacheScope: 'public' },
    });
  });

  it('refuses a cursor that it did not give', async () => {
    const ask = book({ sizes: [3], cursors: ['c'] });
    expect(read(await ask('c')).error).toBe(-32602);
    await ask();
    expect(read(await ask('c')).error).toBeUndefined();
    expect(read(await ask('C')).error).toBe(-32602);
  });

  it.each<[string, object]>([
    ['two sorts of cursors', { cursors: ['a'], cursorTexts: ['"a"'] }],
    ['a text that is no JSON', { cursorTexts: ['a'] }],
    ['pages that never end unasked', { sizes: [2, 0] }],
    ['an overlap as large as a page', { sizes: [2], overlap: 2 }],
  ])('cannot have %s', (_what, pages) => {
    expect(doSchema.safeParse({ pages }).success).toBe(false);
  });

  it('leaves what is no list alone', async () => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call' };
    const answer = await performDo({ pages: {} }, { message, answer: jsonAnswer(HEALTHY) });
    expect(await bodyText(answer)).toBe(HEALTHY);
  });
});
