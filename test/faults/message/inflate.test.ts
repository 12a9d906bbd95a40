import { describe, expect, it } from 'vitest';
import type { Answer } from 'mcp-fault-kitchen';
import { doSchema } from '../../../src/script/script-schema.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const TEXT = '{"jsonrpc":"2.0","id":9007199254740993,"result":{"a":1,"list":[1]}}';

const inflated = async (fields: object, text = TEXT): Promise<string> =>
  bodyText(await performDo({ inflate: fields }, { answer: jsonAnswer(text) }));

const resultOf = async (fields: object): Promise<unknown> =>
  (JSON.parse(await inflated(fields)) as { result: unknown }).result;

describe('an inflated member', () => {
  it('is a long text in place of what was there, and leaves the rest as it was', async () => {
    const text = { before: '<"', unit: 'é\n', bytes: 10, after: '">' };
    expect(await inflated({ path: '/result/a', text })).toBe(
      '{"jsonrpc":"2.0","id":9007199254740993,"result":{"a":"<\\"é\\né\\né\\n\\">","list":[1]}}',
    );
  });

  it('is of exactly as many bytes as units fit into', async () => {
    const result = await resultOf({ path: '/result/a', text: { unit: 'abc', bytes: 1_000_000 } });
    expect(result).toEqual({ a: 'abc'.repeat(333_333), list: [1] });
  });

  it('is a list whose entries count and take turns', async () => {
    const list = { items: ['n{{n}}', { k: ['{{n}}', 2] }], count: 3 };
    expect(await resultOf({ path: '/result/list/-', list })).toEqual({
      a: 1,
      list: [1, ['n1', { k: ['2', 2] }, 'n3']],
    });
    expect(await resultOf({ path: '/result/a', list: { items: [0], count: 0 } })).toEqual({
      a: [],
      list: [1],
    });
    const many = await resultOf({ path: '/result/a', list: { items: ['{{n}}'], count: 50_000 } });
    const texts = Array.from({ length: 50_000 }, (_, index) => String(index + 1));
    expect(many).toEqual({ a: texts, list: [1] });
  });

  it('is a nesting of so many levels round a core', async () => {
    const nest = { level: { p: { q: 0 }, z: 1 }, at: '/p/q', depth: 2, core: 'core' };
    expect(await resultOf({ path: '/result', nest })).toEqual({
      p: { q: { p: { q: 'core' }, z: 1 } },
      z: 1,
    });
    const nowhere = { path: '/result', nest: { ...nest, at: '/x/y' } };
    await expect(inflated(nowhere)).rejects.toThrow('cannot add /x/y');
  });

  it('is a schema that doubles with every level', async () => {
    expect(await resultOf({ path: '/result', doubling: { levels: 2 } })).toEqual({
      type: 'object',
      properties: { value: { $ref: '#/$defs/d2' } },
      $defs: {
        d0: { type: 'string' },
        d1: { allOf: [{ $ref: '#/$defs/d0' }, { $ref: '#/$defs/d0' }] },
        d2: { allOf: [{ $ref: '#/$defs/d1' }, { $ref: '#/$defs/d1' }] },
      },
    });
  });

  it('is a file in Base64', async () => {
    const result = (await resultOf({ path: '/result/a', media: 'wav_10_minutes' })) as {
      a: string;
    };
    const file = Buffer.from(result.a, 'base64');
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.byteLength).toBe(44 + 600 * 8_000);
  });

  it('is made on an event stream too, in one line', async () => {
    const message = TEXT.replace('9007199254740993', '7');
    const answer: Answer = {
      status: 200,
      headers: [['Content-Type', 'text/event-stream']],
      body: new Response(`: hi\n\ndata: ${message}\n\n`).body,
    };
    const doing = { inflate: { path: '/result/a', text: { unit: 'xy', bytes: 4 } } };
    expect(await bodyText(await performDo(doing, { answer }))).toBe(
      ': hi\n\ndata: {"jsonrpc":"2.0","id":7,"result":{"a":"xyxy","list":[1]}}\n\n',
    );
  });

  it('is made as the client reads: a gibibyte costs nothing that nobody takes', async () => {
    const doing = { inflate: { path: '/result/a', text: { unit: 'x', bytes: 1024 ** 3 } } };
    const { body } = await performDo(doing, { answer: jsonAnswer(TEXT) });
    if (!(body instanceof ReadableStream)) throw new Error('expected a stream');
    const reader = body.getReader();
    for (let n = 0; n < 10; n += 1) {
      const { value } = await reader.read();
      expect(value?.byteLength).toBeLessThanOrEqual(64 * 1024);
    }
    await reader.cancel();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it.each([{}, { text: { unit: 'x', bytes: 1 }, media: 'wav_10_minutes' }])(
    'is said in one way: %j is refused',
    (forms) => {
      const read = doSchema.safeParse({ inflate: { path: '/result', ...forms } });
      expect(read.error?.issues[0]?.message).toBe(
        'Give one of text, list, nest, doubling and media',
      );
    },
  );
});
