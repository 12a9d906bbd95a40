import { describe, expect, it } from 'vitest';
import { doSchema } from '../../../src/script/script-schema.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { performDo } from '../../support/perform-fault.js';

const perform = (headers: object) => performDo({ headers }, { answer: jsonAnswer('{}') });

describe('headers', () => {
  it('removes by name in any case, then adds in order', async () => {
    const { headers } = await perform({
      remove: ['content-TYPE'],
      add: [
        ['X-A', '1'],
        ['x-a', '2'],
      ],
    });
    expect(headers).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
    ]);
  });

  it('says which headers the kitchen must not add', async () => {
    expect((await perform({ remove: ['Vary', 'Kitchen-Session'] })).without).toEqual(
      new Set(['vary', 'kitchen-session']),
    );
    expect(await perform({})).not.toHaveProperty('without');
  });

  it('repeats lines, counted, and values to a length', async () => {
    const { headers } = await perform({
      repeat: [
        { name: 'X-{{n}}', value: 'v{{n}}', times: 3 },
        { name: 'Long', value: 'abc', bytes: 7 },
        { name: 'Empty', value: '', bytes: 7 },
      ],
    });
    expect(headers.slice(1)).toEqual([
      ['X-1', 'v1'],
      ['X-2', 'v2'],
      ['X-3', 'v3'],
      ['Long', 'abcabca'],
      ['Empty', ''],
    ]);
  });

  it.each([
    { repeat: [{ name: 'a b' }] },
    { repeat: [{ name: 'X', times: 10_001 }] },
    { repeat: [{ name: 'X', bytes: 1_000_001 }] },
    { add: [['X-{{n}}', '1']] },
    { add: [['X', 'a\nb']] },
  ])('refuses %j', (headers) => {
    expect(doSchema.safeParse({ headers }).success).toBe(false);
  });
});
