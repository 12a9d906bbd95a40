import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const rewritten = async (text: string, ...patch: object[]): Promise<string> =>
  bodyText(await performDo({ rewrite: { patch } }, { answer: jsonAnswer(text) }));

describe('a rewritten message', () => {
  it('is the healthy one with the operations done to it', async () => {
    const text = '{"result":{"a":[1,2]},"jsonrpc":"2.0","id":7}';
    const done = await rewritten(
      text,
      { op: 'add', path: '/result/b', value: null },
      { op: 'remove', path: '/result/a/0' },
      { op: 'replace', path: '/jsonrpc', value: 2 },
    );
    expect(done).toBe('{"result":{"a":[2],"b":null},"jsonrpc":2,"id":7}');
  });

  it.each(['9007199254740993', '7.0', '"\\u0061"', '1e3'])(
    'keeps the id %s as it was written',
    async (id) => {
      const done = await rewritten(`{"id":${id},"result":{}}`, {
        op: 'add',
        path: '/result/a',
        value: 1,
      });
      expect(done).toBe(`{"id":${id},"result":{"a":1}}`);
    },
  );

  it('has the id that it was given', async () => {
    const patch = { op: 'replace', path: '/id', value: 8 };
    expect(await rewritten('{"id":9007199254740993,"result":{}}', patch)).toBe(
      '{"id":8,"result":{}}',
    );
  });

  it.each(['__proto__', 'constructor', 'prototype'])('can be given a member %s', async (name) => {
    const done = await rewritten(
      '{"result":{"x":1},"id":7}',
      { op: 'add', path: `/result/${name}`, value: { a: 1 } },
      { op: 'add', path: `/result/${name}/b`, value: 2 },
      { op: 'copy', from: `/result/${name}`, path: '/result/c' },
      { op: 'remove', path: '/result/x' },
    );
    expect(done).toBe(`{"result":{"${name}":{"a":1,"b":2},"c":{"a":1,"b":2}},"id":7}`);
  });

  it('stays as it is where a test fails, and says which operation does not fit', async () => {
    const text = '{"result":{},"id":7}';
    expect(await rewritten(text, { op: 'test', path: '/id', value: 8 })).toBe(text);
    await expect(rewritten(text, { op: 'replace', path: '/result/x/y', value: 1 })).rejects.toThrow(
      'patch[0]: cannot replace /result/x/y',
    );
  });
});
