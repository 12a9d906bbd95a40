import { describe, expect, it } from 'vitest';
import { jsonAnswer, type FaultScene } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const TOOLS =
  '{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"a"},{"name":"b"},{"name":"c"}]}}';

async function listed(fields: object, text = TOOLS, scene: FaultScene = {}): Promise<unknown> {
  const answer = await performDo({ catalogue: fields }, { answer: jsonAnswer(text), ...scene });
  const json = JSON.parse(await bodyText(answer)) as { result: Record<string, unknown[]> };
  return Object.values(json.result)[0];
}

describe('a catalogue', () => {
  it('has entries added at either end, sent as they are', async () => {
    const add = [null, { name: '__proto__', x: [1] }];
    const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    expect(await listed({ add })).toEqual([...all, ...add]);
    expect(await listed({ add, at: 'start' })).toEqual([...add, ...all]);
  });

  it('has entries left out, changed and sent twice by their names', async () => {
    const fields = {
      remove: ['a'],
      change: [{ name: 'b', set: { '/x/y': 1, '/x': {} }, remove: [] }],
      repeat: ['b'],
    };
    await expect(listed(fields)).rejects.toThrow('patch[0]: cannot add /x/y');
    const change = [{ name: 'b', set: { '/x': {}, '/x/y': null }, remove: ['/name'] }];
    expect(await listed({ change, remove: ['a'], repeat: ['c'] })).toEqual([
      { x: { y: null } },
      { name: 'c' },
      { name: 'c' },
    ]);
  });

  it('knows resources by their URIs', async () => {
    const text = '{"result":{"resources":[{"uri":"a://b","name":"n"}]}}';
    const fields = { list: 'resources', change: [{ name: 'a://b', set: { '/size': -1 } }] };
    expect(await listed(fields, text)).toEqual([{ uri: 'a://b', name: 'n', size: -1 }]);
  });

  it('says which names there are instead of one that it has not', async () => {
    await expect(listed({ remove: ['d'] })).rejects.toThrow(
      'The list has no entry "d"; it has: a, b, c',
    );
  });

  it('comes in another order, each entry once', async () => {
    expect(await listed({ order: 'reverse' })).toEqual([
      { name: 'c' },
      { name: 'b' },
      { name: 'a' },
    ]);
    const drawn = [0.99, 0.5, 0];
    const random = (): number => drawn.shift() ?? 0;
    expect(await listed({ order: 'shuffle' }, TOOLS, { random })).toEqual([
      { name: 'c' },
      { name: 'b' },
      { name: 'a' },
    ]);
  });

  it('leaves answers without that list as they are', async () => {
    for (const text of ['{"result":{"prompts":[]},"id":7}', '{"error":{}}', 'no JSON', '[]']) {
      const doing = { catalogue: { remove: ['x'] } };
      expect(await bodyText(await performDo(doing, { answer: jsonAnswer(text) }))).toBe(text);
    }
  });

  it('is changed on an event stream too', async () => {
    const answer = {
      status: 200,
      headers: [['Content-Type', 'text/event-stream']] as const,
      body: `: hi\n\nevent: message\ndata: ${TOOLS}\n\n`,
    };
    const text = await bodyText(await performDo({ catalogue: { remove: ['a', 'b'] } }, { answer }));
    expect(text).toBe(
      ': hi\n\nevent: message\ndata: {"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"c"}]}}\n\n',
    );
  });
});
