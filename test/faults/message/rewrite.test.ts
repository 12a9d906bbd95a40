import type { SelectionInput } from '../../../src/service.js';
import { describe, expect, it, vi } from 'vitest';
import { jsonAnswer } from '../../support/fault-context.js';
import { testKitchen } from '../../support/kitchen.js';
import { LegacyClient } from '../../support/legacy-client.js';
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

  it.each([
    [{ op: 'replace', path: '/result/x', value: 1 }, '/result/x'],
    [{ op: 'remove', path: '/message/message' }, '/message/message'],
    [{ op: 'move', from: '/nope', path: '/result/y' }, '/nope'],
    [{ op: 'remove', path: '/result/constructor' }, '/result/constructor'],
  ])('names the place that does not fit as the patch does: %j', async (operation, place) => {
    await expect(rewritten('{"result":{},"id":7}', operation)).rejects.toThrow(
      new RegExp(`: (?:Value required|Missing item) at path: ${place}$`),
    );
  });
});

describe('a patch that would fill the memory', () => {
  it('is refused before it does, and says which operation', async () => {
    const copies = Array.from({ length: 60 }, (_, index) => ({
      op: 'copy',
      from: '/result',
      path: `/result/x${String(index)}`,
    }));
    await expect(rewritten('{"result":{"a":[1,"b"]},"id":7}', ...copies)).rejects.toThrow(
      /^patch\[1\d\]: cannot copy \/result\/x1\d: the copies would come to more than 4 MiB/,
    );
  });

  it('is refused before copies of empty lists are more than 65,536', async () => {
    const add = { op: 'add', path: '/result/a', value: [] };
    const copy = { op: 'copy', from: '/result/a', path: '/result/a/-' };
    const doubling = (times: number): object[] => [
      add,
      ...Array.from({ length: times }, () => copy),
    ];
    const text = '{"result":{},"id":7}';
    expect(await rewritten(text, ...doubling(16))).toMatch(/^\{"result":\{"a":\[\[\],\[\[\]\]/);
    await expect(rewritten(text, ...doubling(20))).rejects.toThrow(
      'patch[17]: cannot copy /result/a/-: the copies would come to more than 4 MiB',
    );
  });

  it('copies in a turn of its own', async () => {
    const turn = vi.fn<() => void>();
    setImmediate(turn);
    await rewritten('{"result":{},"id":7}', { op: 'copy', from: '/result', path: '/x' });
    expect(turn).toHaveBeenCalled();
  });

  it('may copy long texts as often as they fit', async () => {
    const text = JSON.stringify({ result: { a: 'x'.repeat(1024 ** 2) }, id: 7 });
    const copy = (to: number): object => ({
      op: 'copy',
      from: '/result/a',
      path: `/${String(to)}`,
    });
    const most = Array.from({ length: 3 }, (_, to) => copy(to));
    expect((await rewritten(text, ...most)).length).toBeGreaterThan(3 * 1024 ** 2);
    await expect(rewritten(text, ...most, copy(4))).rejects.toThrow('patch[3]: cannot copy');
  });

  it('compares long lists at once', async () => {
    const list = (name: string): object[] =>
      Array.from({ length: 20_000 }, (_, index) => ({ [name]: index }));
    const text = JSON.stringify({ result: list('a'), id: 7 });
    const test = (value: object): object => ({ op: 'test', path: '/result', value });
    const remove = { op: 'remove', path: '/result' };
    expect(await rewritten(text, test(list('a')), remove)).toBe('{"id":7}');
    expect(await rewritten(text, test(list('b')), remove)).toBe(text);
  });
});

const WRONG = [{ op: 'replace', path: '/result/nope/x', value: 1 }];

function wrongly(method: string): SelectionInput {
  const rules = [{ on: { method }, do: { rewrite: { patch: WRONG } } }];
  return { scenario: 'script', params: { rules } };
}

describe('a rewritten stream whose patch does not fit', () => {
  it.each(['2025-06-18', '2025-11-25'])('is a 500 that says why (%s)', async (protocolVersion) => {
    const kitchen = await testKitchen();
    kitchen.select(wrongly('tools/call'));
    const client = await LegacyClient.connect(kitchen, { protocolVersion, socket: true });
    const response = await client.send(
      'POST',
      client.message('tools/call', { name: 'echo', arguments: { text: 'hi' } }),
    );
    expect(response.status).toBe(500);
    expect(response.headers.get('kitchen-fault')).toBe('script/error');
    expect(await response.text()).toContain('patch[0]: cannot replace /result/nope/x');
  });

  it('ends where a message has gone out before, and its record says why', async () => {
    const kitchen = await testKitchen();
    kitchen.select(wrongly('tools/call'));
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const slow = { name: 'slow', arguments: { ms: 20, steps: 1 }, _meta: { progressToken: 'p' } };
    const response = await client.send('POST', client.message('tools/call', slow));
    await expect(response.text()).rejects.toThrow('terminated');
    await expect
      .poll(() => kitchen.observations()[0])
      .toMatchObject({
        outcome: 'CONNECTION_LOST',
        fault: {
          kind: 'error',
          message: expect.stringMatching(/cannot replace \/result\/nope\/x/),
        },
      });
  });

  it('does not wait for messages of a GET stream', async () => {
    const kitchen = await testKitchen();
    const rules = [{ on: { verb: 'GET' }, do: { rewrite: { patch: WRONG, which: 'all' } } }];
    kitchen.select({ scenario: 'script', params: { rules } });
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const response = await client.send('GET');
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});
