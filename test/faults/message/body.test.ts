import { describe, expect, it } from 'vitest';
import { bodyText, performDo } from '../../support/perform-fault.js';

const repeated = async (repeat: unknown): Promise<string> =>
  bodyText(await performDo({ body: { repeat } }));

describe('a body', () => {
  it('is exactly the text, the bytes or the JSON', async () => {
    expect(await performDo({ body: { text: '[1,' } })).toEqual({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: '[1,',
    });
    expect((await performDo({ body: { base64: 'wyg=' } })).body).toEqual(
      new Uint8Array([0xc3, 0x28]),
    );
    expect((await performDo({ body: { json: null, contentType: null } })).headers).toEqual([]);
    expect((await performDo({ body: { json: null } })).body).toBe('null');
  });

  it('is one of them only', async () => {
    await expect(performDo({ body: { text: 'x', json: 1 } })).rejects.toThrow('Give one of');
  });
});

describe('a body that is repeated', () => {
  it.each([
    [{ unit: 'ab', bytes: 5 }, 'abab'],
    [{ unit: 'é', times: 3, before: '"', after: '"' }, '"ééé"'],
    [{ unit: ',{{n}}', times: 3, before: '[0', after: ']' }, '[0,1,2,3]'],
    [{ unit: 'x', times: 0 }, ''],
    [
      [
        { before: '1', unit: '[', times: 3 },
        { unit: ']', times: 3, after: '2' },
      ],
      '1[[[]]]2',
    ],
  ])('is %j', async (repeat, text) => {
    expect(await repeated(repeat)).toBe(text);
  });

  it('has every unit where it is longer than a piece', async () => {
    expect(await repeated({ unit: 'abc', times: 100_000 })).toBe('abc'.repeat(100_000));
    const numbers = Array.from({ length: 50_000 }, (_, index) => String(index + 1));
    expect(await repeated({ unit: '{{n}};', times: 50_000 })).toBe(`${numbers.join(';')};`);
  });

  it('goes on for ever, in pieces that are made when they are taken', async () => {
    const { body } = await performDo({ body: { repeat: { unit: 'x', times: 'endless' } } });
    if (!(body instanceof ReadableStream)) throw new Error('expected a stream');
    const reader = body.getReader();
    const sizes: unknown[] = [];
    for (let n = 0; n < 50; n += 1) sizes.push((await reader.read()).value?.byteLength);
    expect(new Set(sizes)).toEqual(new Set([65_536]));
    await reader.cancel();
  });

  it.each([
    [{ unit: 'x' }, 'Give one of bytes and times'],
    [{ unit: 'x', bytes: 1, times: 1 }, 'Give one of bytes and times'],
    [{ unit: '{{n}}', bytes: 9 }, 'needs times'],
  ])('refuses %j', async (repeat, message) => {
    await expect(repeated(repeat)).rejects.toThrow(message);
  });

  it('says `endless` again when its placeholders were filled in', async () => {
    const { doSchema } = await import('../../../src/script/script-schema.js');
    const once = doSchema.parse({ body: { repeat: { unit: 'x', bytes: 'endless' } } });
    expect(doSchema.parse(once)).toEqual(once);
  });
});
