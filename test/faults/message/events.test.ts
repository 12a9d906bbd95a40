import type { Answer } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../support/fake-clock.js';
import { type FaultScene, jsonAnswer } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const streamed = async (events: object, scene: FaultScene = {}): Promise<string> =>
  bodyText(await performDo({ events }, scene));

/** Each piece as it goes out. */
async function piecesOf({ body }: Answer): Promise<readonly string[]> {
  if (!(body instanceof ReadableStream)) throw new Error('expected a stream');
  const pieces: string[] = [];
  for await (const piece of body) {
    pieces.push(Buffer.from(piece).toString('latin1'));
  }
  return pieces;
}

describe('the items of a stream', () => {
  it.each([
    [{ message: { a: 1 } }, 'data: {"a":1}\n\n'],
    [{ message: { a: 1, b: [2, 3] }, lines: 3 }, 'data: {"a":1,\ndata: "b":[\ndata: 2,3]}\n\n'],
    [{ message: { '"\\,': ',' }, lines: 9 }, 'data: {\ndata: "\\"\\\\,":\ndata: ","}\n\n'],
    [{ message: 7, lines: 9 }, 'data: 7\n\n'],
    [
      { data: 'a\nb', event: 'x', id: '7', retry: 10 },
      'event: x\nid: 7\nretry: 10\ndata: a\ndata: b\n\n',
    ],
    [{ data: 'a', id: 7 }, 'id: 7\ndata: a\n\n'],
    [{ data: 'a', blank: false }, 'data: a\n'],
    [{ comment: ' ka' }, ': ka\n'],
    [{ raw: 'data\r' }, 'data\r'],
    [{ long: { before: 'data: "', unit: 'x', bytes: 3, after: '"\n\n' } }, 'data: "xxx"\n\n'],
    [
      { repeat: 2, items: [{ data: '{{n}}' }, { comment: '{{n}}' }] },
      'data: 1\n\n:1\ndata: 2\n\n:2\n',
    ],
  ])('say %j', async (item, text) => {
    expect(await streamed({ items: [item] })).toBe(text);
  });

  it('say invalid bytes', async () => {
    const answer = await performDo({ events: { items: [{ base64: 'wyg=' }] } });
    expect(await piecesOf(answer)).toEqual(['\u00c3(']);
  });

  it('say the healthy response, as often as they like', async () => {
    const answer: Answer = {
      status: 200,
      headers: [['Content-Type', 'text/event-stream']],
      body: new Response('data: {"method":"x"}\n\nevent: message\ndata: {"id":1}\n\n').body,
    };
    const items = [{ healthy: 'response' }, { healthy: 'response', id: '2' }];
    expect(await streamed({ items }, { answer })).toBe(
      'data: {"id":1}\n\nid: 2\ndata: {"id":1}\n\n',
    );
    expect(await streamed({ items: [{ healthy: 'all' }] }, { answer: jsonAnswer('{}') })).toBe(
      'data: {}\n\n',
    );
  });
});

describe('the form of a stream', () => {
  const items = [{ comment: 'c' }, { data: 'x', id: '1' }];

  it.each([
    [{ lineEnd: 'lf' }, ':c\nid: 1\ndata: x\n\n'],
    [{ lineEnd: 'cr' }, ':c\rid: 1\rdata: x\r\r'],
    [{ lineEnd: 'crlf' }, ':c\r\nid: 1\r\ndata: x\r\n\r\n'],
    [{ lineEnd: 'mixed' }, ':c\nid: 1\r\ndata: x\r\n'],
    [{ space: 0 }, ':c\nid:1\ndata:x\n\n'],
    [{ space: 2 }, ':c\nid:  1\ndata:  x\n\n'],
    [{ bom: true }, '\uFEFF:c\nid: 1\ndata: x\n\n'],
  ])('is %j', async (form, text) => {
    const { body } = await performDo({ events: { items, ...form } });
    expect(Buffer.from(await new Response(body).arrayBuffer()).toString()).toBe(text);
  });

  it('ends as it should, or without the last chunk', async () => {
    expect(await performDo({ events: { items } })).not.toHaveProperty('carriage');
    expect(await performDo({ events: { items, end: 'reset' } })).toMatchObject({
      carriage: { ending: 'reset', framing: { kind: 'chunked', last: false } },
    });
  });

  it('stays open until the client has gone', async () => {
    const client = new AbortController();
    const { signal } = client;
    const { body } = await performDo(
      { events: { items: [{ data: 'x' }], end: 'open' } },
      { signal },
    );
    const text = new Response(body).text();
    let isOver = false;
    void text.then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    client.abort();
    expect(await text).toBe('data: x\n\n');
  });
});

describe('a stream that is cut into pieces', () => {
  const split = (inside: string): object => ({ inside, pauseMs: 0 });

  it('is cut inside every character of several bytes', async () => {
    const items = [{ raw: 'aé€b' }];
    const answer = await performDo({ events: { items, split: split('characters') } });
    expect(await piecesOf(answer)).toEqual(['a\u00c3', '\u00a9\u00e2', '\u0082\u00acb']);
  });

  it('is cut between CR and LF', async () => {
    const items = [{ data: 'x' }];
    const answer = await performDo({
      events: { items, lineEnd: 'crlf', split: split('line_ends') },
    });
    expect(await piecesOf(answer)).toEqual(['data: x\r', '\n\r', '\n']);
  });

  it('rests at each cut', async () => {
    const clock = new FakeClock();
    const items = [{ raw: 'é' }];
    const events = { items, split: { inside: 'characters', pauseMs: 30 } };
    const { body } = await performDo({ events }, { clock });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    let rest: unknown;
    const second = reader.read().then(({ value }) => (rest = value));
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(29);
    await new Promise((resolve) => setImmediate(resolve));
    expect(rest).toBeUndefined();
    clock.advance(1);
    await second;
    expect(rest).toEqual(Buffer.from([0xa9]));
  });
});

describe('a repetition', () => {
  it.each([[{ raw: '' }], [{ base64: '' }], [{ waitMs: 0 }], [{ long: { unit: 'x', bytes: 0 } }]])(
    'of %j lets others in, and ends with its client',
    async (item) => {
      const client = new AbortController();
      const { body } = await performDo(
        { events: { items: [{ repeat: 100_000, items: [item] }] } },
        { signal: client.signal },
      );
      let isOver = false;
      const text = new Response(body).text().then((all) => {
        isOver = true;
        return all;
      });
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(isOver).toBe(false);
      client.abort();
      expect(await text).toBe('');
    },
  );

  it('goes out many at a time', async () => {
    const items = [{ repeat: 10_000, items: [{ data: '{{n}}' }] }];
    const pieces = await piecesOf(await performDo({ events: { items } }));
    expect(pieces.length).toBeLessThan(5);
    expect(pieces.join('').split('\n\n')).toHaveLength(10_001);
    expect(pieces.join('')).toContain('data: 10000\n\n');
  });

  it('is as fast as it was asked to be, on the average', async () => {
    const clock = new FakeClock();
    const items = [{ repeat: 'endless', perSecond: 100_000, items: [{ data: '{{n}}' }] }];
    const client = new AbortController();
    const { body } = await performDo({ events: { items } }, { clock, signal: client.signal });
    let text = '';
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text += Buffer.from(value).toString();
      }
    })();
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await settle();
    for (let ms = 0; ms < 1_000; ms += 5) {
      clock.advance(5);
      await settle();
    }
    const sent = text.split('\n\n').length - 1;
    expect(sent).toBeGreaterThanOrEqual(100_000);
    expect(sent).toBeLessThanOrEqual(100_001);
    client.abort();
    await reading;
  });

  it('ends when the client goes', async () => {
    const client = new AbortController();
    const items = [{ repeat: 'endless', everyMs: 1_000, items: [{ comment: '' }] }];
    const { body } = await performDo({ events: { items } }, { signal: client.signal });
    const text = new Response(body).text();
    await new Promise((resolve) => setImmediate(resolve));
    client.abort();
    expect(await text).toBe(':\n');
  });

  it('has one pace', async () => {
    const items = [{ repeat: 2, everyMs: 5, perSecond: 5, items: [{ data: 'x' }] }];
    await expect(streamed({ items })).rejects.toThrow('Give one of everyMs and perSecond');
  });
});
