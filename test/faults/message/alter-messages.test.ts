import { describe, expect, it } from 'vitest';
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
