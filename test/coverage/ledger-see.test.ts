import { describe, expect, it } from 'vitest';
import type { Heard } from './ledger-connection.js';
import type { See } from './ledger-format.js';
import { unseen } from './ledger-see.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: 1\r\nx-a: 2\r\n';
const BODY = '{"id":7,"result":{"text":"hi"}}';

function heard(text: string, more: Partial<Heard> = {}): Heard {
  const bytes = Buffer.from(text);
  return {
    pieces: [{ atMs: 100, bytes }],
    bytes: bytes.byteLength,
    end: null,
    endedAtMs: null,
    tls: null,
    quietMs: 1_000,
    ...more,
  };
}

const whole = heard(`${HEAD}Content-Length: ${String(BODY.length)}\r\n\r\n${BODY}`);
const chunked = heard(
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX: 1\r\n\r\n`,
);
const stream = heard(
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hi\n\ndata: {"n":1}\n\ndata: {"n":2,"x":0}\n\n',
);
const dripped = heard('', {
  pieces: [10, 60, 110].map((atMs) => ({ atMs, bytes: Buffer.from('a') })),
});
const ended = heard('', { pieces: [], end: 'fin', endedAtMs: 50 });

describe('what should be seen', () => {
  it.each<[string, Heard, See, See]>([
    ['statusLine', whole, { statusLine: 'HTTP/1.1 200 OK' }, { statusLine: 'HTTP/1.0 200 OK' }],
    ['status', whole, { status: 200 }, { status: 201 }],
    [
      'headers',
      whole,
      { headers: { 'content-type': 'application/json' } },
      { headers: { 'content-type': 'text/html' } },
    ],
    [
      'an absent header',
      whole,
      { headers: { 'x-b': null } },
      { headers: { 'content-type': null } },
    ],
    ['a repeated header', whole, { headers: { 'x-a': ['1', '2'] } }, { headers: { 'x-a': ['1'] } }],
    [
      'one of several headers',
      chunked,
      { headers: { 'x-a': ['1', '2'] } },
      { headers: { 'x-a': '1' } },
    ],
    ['headLines', whole, { headLines: ['x-a: 2'] }, { headLines: ['X-A: 2'] }],
    ['body', whole, { body: BODY }, { body: `${BODY} ` }],
    ['bodyBytes', whole, { bodyBytes: BODY.length }, { bodyBytes: BODY.length - 1 }],
    ['bodyAtLeast', whole, { bodyAtLeast: BODY.length }, { bodyAtLeast: BODY.length + 1 }],
    ['json', whole, { json: { id: 7, result: { text: 'hi' } } }, { json: { id: 7 } }],
    ['has', whole, { has: { '/result/text': 'hi' } }, { has: { '/result/text': 'ho' } }],
    [
      'an absent member',
      whole,
      { has: { '/error': { absent: true } } },
      { has: { '/id': { absent: true } } },
    ],
    ['a body in chunks', chunked, { body: 'abcde' }, { body: '3\r\nabc' }],
    ['trailers', chunked, { trailers: ['X: 1'] }, { trailers: [] }],
    ['contains', chunked, { contains: ['\r\n3\r\nabc', 'abcde'] }, { contains: ['xyz'] }],
    ['lacks', chunked, { lacks: ['xyz'] }, { lacks: ['abcde'] }],
    [
      'events',
      stream,
      { events: ': hi\n\ndata: {"n":1}\n\ndata: {"n":2,"x":0}\n\n' },
      { events: '' },
    ],
    ['messages', stream, { messages: [{ n: 1 }, { n: 2 }] }, { messages: [{ n: 1 }, { n: 3 }] }],
    [
      'that there are no more messages',
      stream,
      { messages: [{ n: 1 }], messagesAtLeast: 2 },
      { messages: [{ n: 1 }] },
    ],
    ['that all messages came', stream, { messages: [{}, {}] }, { messages: [{}, {}, {}] }],
    ['messagesAtLeast', stream, { messagesAtLeast: 2 }, { messagesAtLeast: 3 }],
    ['raw', ended, { raw: '' }, { raw: 'a' }],
    ['nothing', ended, { nothing: true }, { nothing: true, bodyAtLeast: 1 }],
    ['afterMs', whole, { afterMs: 100 }, { afterMs: 110 }],
    ['lastAfterMs', dripped, { lastAfterMs: 110 }, { lastAfterMs: 120 }],
    ['endAfterMs', ended, { endAfterMs: 50 }, { endAfterMs: 60 }],
    ['the mean of gaps', dripped, { gapsMs: 50 }, { gapsMs: 100 }],
    ['gaps in order', dripped, { gapsMs: [50, 50] }, { gapsMs: [50, 50, 50] }],
    ['piecesAtLeast', dripped, { piecesAtLeast: 3 }, { piecesAtLeast: 4 }],
    ['fin', ended, { end: 'fin' }, { end: 'reset' }],
    ['open', whole, { end: 'open' }, { end: 'fin' }],
    ['keep', whole, { end: 'keep' }, { end: 'reset' }],
    ['that what is kept is whole', stream, { end: 'open' }, { end: 'keep' }],
  ])('is checked: %s', (_, seen, right, wrong) => {
    expect(unseen(seen, right)).toEqual([]);
    expect(unseen(seen, wrong)).not.toEqual([]);
  });

  it('is the answer behind interim ones', () => {
    const early = heard(
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    );
    expect(unseen(early, { interim: [103], status: 200 })).toEqual([]);
    expect(unseen(early, { interim: [] })).not.toEqual([]);
  });

  it('is an event only once its blank line has come', () => {
    const cut = heard('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {"n":1}\n');
    expect(unseen(cut, { messages: [] })).toEqual([]);
  });
});
