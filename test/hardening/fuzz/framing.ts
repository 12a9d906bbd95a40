/** Damage to HTTP itself: lengths, chunks, request lines, connections that end too early. */
import type { Random } from './random.js';
import {
  bytesOf,
  chunked,
  request,
  type Request,
  type Shooter,
  type Shot,
  shoot,
  soundBody,
  soundRequest,
  withHeader,
} from './shot.js';

type Damage = (sound: Request, random: Random) => Shot;

const raw = (label: string, bytes: Uint8Array, more: Partial<Shot> = {}): Shot => ({
  ...shoot(label, request('', [])),
  bytes,
  ...more,
});

function replaceLine(sound: Request, line: string): Buffer {
  const bytes = bytesOf(sound);
  return Buffer.concat([Buffer.from(line, 'latin1'), bytes.subarray(bytes.indexOf('\r\n'))]);
}

function unframed(sound: Request, name: string, value: string): Request {
  return { ...withHeader(sound, name, value), length: false };
}

const inChunks = (sound: Request, body: Uint8Array, coding = 'chunked'): Request => ({
  ...unframed(sound, 'Transfer-Encoding', coding),
  body,
});

const DAMAGES: readonly Damage[] = [
  (sound, random) => {
    const length = 1 + random.below(sound.body.byteLength - 1);
    const short = unframed(sound, 'Content-Length', String(length));
    return shoot('the length is too short', short, { answers: 2, records: 2 });
  },
  (sound, random) => {
    const length = sound.body.byteLength + 1 + random.below(1_000);
    return shoot('the length is too long', unframed(sound, 'Content-Length', String(length)), {
      then: 'end',
    });
  },
  (sound) => shoot('length and chunks', withHeader(sound, 'Transfer-Encoding', 'chunked')),
  (sound, random) => {
    const value = random.pick(['abc', '-1', '+5', '0x10', '1e3', '5, 6', '9'.repeat(25), '']);
    return shoot(`the length ${value}`, unframed(sound, 'Content-Length', value));
  },
  (sound) => shoot('two lengths', withHeader(sound, 'Content-Length', '7')),
  (sound, random) => {
    const size = random.pick(['zz', '-1', '0x5', 'f'.repeat(20), ' 5', '5;\0', ';']);
    const body = Buffer.from(`${size}\r\nhello\r\n0\r\n\r\n`);
    return shoot(`the chunk size ${size}`, inChunks(sound, body));
  },
  (sound) => {
    const body = Buffer.from(`5;${'e'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`);
    return shoot('a chunk extension of 20 KB', inChunks(sound, body));
  },
  (sound) => shoot('a chunk that is too long', inChunks(sound, Buffer.from('3\r\nhello\r\n'))),
  (sound, random) => {
    const whole = chunked(sound.body);
    const cut = whole.subarray(0, random.below(whole.byteLength - 1));
    return shoot('chunks that break off', inChunks(sound, cut), { then: 'end' });
  },
  (sound) => {
    const bits = Array.from(sound.body, (byte) =>
      Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]),
    );
    const body = Buffer.concat([...bits, Buffer.from('0\r\nX-Trailer: x\r\n\r\n')]);
    return shoot('a chunk for each byte', inChunks(sound, body));
  },
  (sound, random) => {
    const coding = random.pick(['gzip, chunked', 'gzip', 'identity', 'chunked, gzip', 'x']);
    return shoot(`the transfer coding ${coding}`, inChunks(sound, chunked(sound.body), coding));
  },
  (_, random) => {
    const start = random.pick(['\x16\x03\x01', '\0', 'get ', '{', '\x80', '<', ' ']);
    const bytes = Buffer.concat([Buffer.from(start, 'latin1'), random.bytes(random.below(200))]);
    return raw('bytes that are no HTTP', bytes, { then: 'end' });
  },
  (sound, random) => {
    const line = random.pick([
      'post /mcp HTTP/1.1',
      'POST /mcp HTTP/9.9',
      'POST /mcp HTTP/1.1.1',
      'POST /mcp HTTPS/1.1',
      'POST  /mcp  HTTP/1.1',
      'POST\t/mcp\tHTTP/1.1',
      'POST /mcp\u00e9 HTTP/1.1',
      'POST /m cp HTTP/1.1',
      `${'P'.repeat(500)} /mcp HTTP/1.1`,
      'POST /mcp HTTP/1.1 HTTP/1.1',
      'HTTP/1.1 200 OK',
    ]);
    return raw(`the request line ${line}`, replaceLine(sound, line));
  },
  (sound, random) => {
    const bytes = bytesOf(sound);
    const cut = bytes.subarray(0, 1 + random.below(bytes.indexOf('\r\n\r\n')));
    return raw('a head that breaks off', cut, { then: 'end' });
  },
  (sound, random) => {
    const path = `/mcp?${'a'.repeat(17_000 + random.below(85_000))}`;
    return shoot('a request line beyond 16 KiB', { ...sound, path });
  },
  (sound) => {
    const bytes = bytesOf(sound);
    return raw('two requests at once', Buffer.concat([bytes, bytes]), { answers: 2, records: 2 });
  },
  (sound, random) => {
    const half = bytesOf(withHeader(sound, 'Expect', '100-continue'));
    const body = half.indexOf('\r\n\r\n') + 4;
    return raw('a reset in the body', half.subarray(0, body), {
      then: 'reset',
      rest: half.subarray(body, body + random.below(sound.body.byteLength)),
    });
  },
  (sound) => shoot('an unknown expectation', withHeader(sound, 'Expect', 'miracles')),
  (sound) => shoot('HTTP/1.0', { ...sound, version: 'HTTP/1.0' }),
  (sound) => raw('line ends before it', Buffer.concat([Buffer.from('\r\n\r\n'), bytesOf(sound)])),
  () => raw('a tunnel', Buffer.from('CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n')),
  (sound, random) => {
    const upgrade = random.pick(['websocket', 'h2c', 'x']);
    return shoot(`an upgrade to ${upgrade}`, {
      ...withHeader(withHeader(sound, 'Upgrade', upgrade), 'Connection', 'Upgrade'),
    });
  },
  (sound, random) => {
    const told = unframed(sound, 'Content-Length', String(4 * 1024 * 1024 + 1));
    const all = { ...sound, body: Buffer.alloc(4 * 1024 * 1024 + 1, ' ') };
    return random.below(10) === 0
      ? shoot('a body beyond the limit', all)
      : shoot('the promise of a body beyond the limit', { ...told, body: Buffer.alloc(0) });
  },
];

export const shootFraming: Shooter = (random) =>
  random.pick(DAMAGES)(soundRequest(soundBody(random)), random);
