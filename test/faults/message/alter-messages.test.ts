import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bodyText, performDo } from '../../support/perform-fault.js';

const envelope = { id: 'null' };

describe('messages of an answer that is made while it goes out', () => {
  it('are changed in a JSON body too', async () => {
    const repeat = { before: '{"id":7,"result":{"a":"', unit: 'x', bytes: 5, after: '"}}' };
    expect(await bodyText(await performDo({ body: { repeat }, envelope }))).toBe(
      '{"id":null,"result":{"a":"xxxxx"}}',
    );
  });

  it('cannot be changed where one is longer than 16 MiB', async () => {
    const repeat = { unit: ': x\n', times: 'endless' };
    const body = { contentType: 'text/event-stream', repeat };
    await expect(performDo({ body, envelope })).rejects.toThrow(
      'An event of the stream is longer than 16 MiB',
    );
  });

  const event = 'data: {"id":7,"result":{}}\n\n';
  const contentType = 'text/event-stream';

  it.each([
    ['made while they go out', { body: { contentType, repeat: { unit: event, times: 2_000 } } }],
    ['made at once', { body: { contentType, text: event.repeat(2_000) } }],
  ])('are changed a few at a time, and others get their turn: %s', async (_how, doing) => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await turn();
    })();
    const text = await bodyText(await performDo({ ...doing, envelope }));
    isOver = true;
    await others;
    expect(text).toBe('data: {"id":null,"result":{}}\n\n'.repeat(2_000));
    expect(turns).toBeGreaterThan(200);
  });

  it('are not looked for in data that is no JSON object', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => {
      parse.mockRestore();
    });
    const unit = 'data: tick\n\n';
    const body = { contentType, repeat: { unit, times: 10 } };
    expect(await bodyText(await performDo({ body, envelope }))).toBe(unit.repeat(10));
    expect(parse).not.toHaveBeenCalledWith('tick');
  });

  it('are not changed any more once the client has gone', async () => {
    const body = { contentType, repeat: { unit: event, times: 'endless' } };
    const performed = await performDo({ body, envelope });
    if (!(performed.body instanceof ReadableStream)) throw new Error('expected a stream');
    const reader = performed.body.getReader();
    await reader.read();
    await expect(reader.cancel()).resolves.toBeUndefined();
    await turn();
  });

  it('are not waited for after the client has gone', async () => {
    const items = [{ comment: '' }];
    const client = new AbortController();
    const performing = performDo(
      { events: { items, end: 'open' }, envelope },
      { signal: client.signal },
    );
    client.abort();
    expect(await bodyText(await performing)).toBe('');
  });
});
