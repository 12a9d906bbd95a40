/** Damage to headers, those that mirror the body first of all. */
import type { Random } from './random.js';
import { type Request, type Shooter, shoot, soundBody, soundRequest, withHeader } from './shot.js';

const NAMES = [
  'Host',
  'Content-Type',
  'Accept',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Param-Region',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'Origin',
  'Authorization',
  'Cookie',
  'Content-Encoding',
  'Accept-Encoding',
  'Range',
  'If-None-Match',
  'X-Forwarded-For',
  '__proto__',
  'constructor',
  'x'.repeat(200),
] as const;

const VALUES: readonly string[] = [
  '',
  'localhost',
  'evil.example',
  'a b',
  '[::1]:99999',
  '127.0.0.1@evil',
  'http://localhost:1',
  'null',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json, text/event-stream;q=0',
  '*/*',
  'gzip',
  'identity',
  '2025-06-18',
  '2025-11-25',
  '1999-01-01',
  '2026-07-28, 2026-07-28',
  'tools/call',
  '=?base64?ZWNobw==?=',
  '=?base64?***?=',
  '=?BASE64?ZWNobw==?=',
  'Bearer secret-token-value-1234',
  'bytes=0-1',
];

type Damage = (sound: Request, random: Random) => Request;

/** Any byte but the two that end a line. */
function anyBytes(random: Random): string {
  return random
    .bytes(1 + random.below(40))
    .toString('latin1')
    .replaceAll(/[\r\n]/g, '');
}

const anyValue = (random: Random): string =>
  random.below(6) === 0 ? anyBytes(random) : random.pick(VALUES);

const DAMAGES: readonly Damage[] = [
  (sound, random) => withHeader(sound, random.pick(NAMES), null),
  (sound, random) => withHeader(sound, random.pick(NAMES), anyValue(random)),
  (sound, random) => ({
    ...sound,
    headers: [...sound.headers, [random.pick(NAMES), anyValue(random)]],
  }),
  (sound, random) => {
    const twice = sound.headers[random.below(sound.headers.length)];
    return twice === undefined ? sound : { ...sound, headers: [...sound.headers, twice] };
  },
  (sound, random) => ({
    ...sound,
    headers: sound.headers.map(([name, value]): [string, string] => [
      random.below(2) === 0 ? name.toUpperCase() : name,
      value,
    ]),
  }),
  (sound, random) => ({
    ...sound,
    headers: Array.from({ length: random.below(2_000) }, (): [string, string] => ['a', 'b']),
  }),
  (sound, random) =>
    withHeader(sound, random.pick(['X A', 'X:', 'é', '', 'X\0', '(x)']), anyValue(random)),
  (sound, random) => withHeader(sound, random.pick(NAMES), 'x'.repeat(random.below(20_000))),
  (sound, random) => withHeader(sound, 'X-Fold', `a\r\n${random.pick([' ', '\t', ''])}b`),
  (sound) => ({ ...sound, headers: [] }),
  (sound) => withHeader(sound, 'Connection', 'close'),
];

export const shootHeaders: Shooter = (random) => {
  const times = 1 + random.below(3);
  let damaged = soundRequest(soundBody(random));
  for (let time = 0; time < times; time += 1) damaged = random.pick(DAMAGES)(damaged, random);
  const names = damaged.headers.map(([name, value]) => `${name}: ${value.slice(0, 30)}`);
  return shoot(`the headers ${names.join(' | ').slice(0, 400)}`, damaged);
};
