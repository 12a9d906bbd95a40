/** Damage to what a body says: its JSON, its envelope, its params. */
import { gzipSync } from 'node:zlib';
import { headersFor, message } from '../../support/mcp.js';
import type { Random } from './random.js';
import { METHODS, request, type Shooter, shoot, soundBody, soundRequest } from './shot.js';
import { anyString, anyToken, deepToken, Holes } from './values.js';

type Damage = (sound: string, random: Random) => Uint8Array | string;

const JSON_DAMAGES: readonly Damage[] = [
  (sound, random) => sound.slice(0, random.below(sound.length)),
  (sound, random) => {
    const at = random.below(sound.length);
    return (
      sound.slice(0, at) +
      random.pick(['"', '{', '}', ',', '\\', '\0', 'é', ':', '1', ' ']) +
      sound.slice(at)
    );
  },
  (sound, random) => {
    const at = random.below(sound.length);
    return sound.slice(0, at) + sound.slice(at + 1 + random.below(5));
  },
  (sound, random) => {
    const bytes = Buffer.from(sound);
    for (let time = 0; time < 3; time += 1) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  },
  (_, random) => random.bytes(random.below(500)),
  (sound) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(sound)]),
  (sound) => Buffer.from(sound, 'utf16le'),
  (sound) => gzipSync(sound),
  (sound) => `${' '.repeat(5_000)}${sound}${'\n'.repeat(5_000)}`,
  (sound) => `${sound}${sound}`,
  (sound, random) => `[${Array.from({ length: random.below(20) }, () => sound).join(',')}]`,
  (_, random) => anyToken(random),
  (_, random) => deepToken(random),
  (sound) => sound.replace('{', '{"id":"first","method":"ping",'),
  (sound, random) => sound.replace('{', `{"__proto__":${anyToken(random)},`),
  (sound) => sound.replaceAll('"', "'"),
  (sound) => sound.replace('"method"', '"\\u006dethod"'),
  () => '',
];

export const shootJson: Shooter = (random) => {
  const body = soundBody(random);
  const { headers } = soundRequest(body);
  const damaged = random.pick(JSON_DAMAGES)(JSON.stringify(body), random);
  const shown = Buffer.from(damaged).toString('latin1').slice(0, 200);
  return shoot(`the body ${shown}`, { ...request(damaged, []), headers });
};

const METHOD_WORDS = [
  ...METHODS,
  'initialize',
  'ping',
  'foo/bar',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'logging/setLevel',
  'resources/subscribe',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'tasks/get',
  '__proto__',
  '',
] as const;

export const shootEnvelope: Shooter = (random) => {
  const holes = new Holes();
  const body = soundBody(random);
  const { headers } = soundRequest(body);
  const times = 1 + random.below(3);
  for (let time = 0; time < times; time += 1) {
    const member = random.pick(['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'extra']);
    if (random.below(4) === 0) delete body[member];
    else if (member === 'method') body[member] = random.pick(METHOD_WORDS);
    else body[member] = holes.put(anyToken(random));
  }
  const isMirrored = random.below(2) === 0 && typeof body['method'] === 'string';
  const text = holes.write(body);
  const mirrored = isMirrored ? Object.entries(headersFor(body)).slice(0, 4) : null;
  const sent = request(text, mirrored ?? []);
  return shoot(
    `the envelope ${text.slice(0, 200)}`,
    mirrored === null ? { ...sent, headers } : sent,
  );
};

const TOOLS = [
  'echo',
  'add',
  'run_scenario',
  'slow',
  'ask',
  'ship_order',
  'picture',
  'log',
  'connection',
] as const;
const ARGUMENTS = ['text', 'a', 'b', 'ms', 'steps', 'region', 'level', 'question', '__proto__'];
const META_KEYS = [
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
  'io.modelcontextprotocol/logLevel',
  'progressToken',
  'traceparent',
  '__proto__',
];
const PARAM_KEYS = [
  'name',
  'uri',
  'arguments',
  'cursor',
  'requestState',
  'inputResponses',
  'ref',
  'argument',
  '_meta',
  'extra',
];

export const shootParams: Shooter = (random) => {
  const holes = new Holes();
  const hole = (): string => holes.put(anyToken(random));
  const isCall = random.below(2) === 0;
  const body = isCall
    ? message(
        'tools/call',
        { name: random.pick(TOOLS), arguments: anyArguments(random, hole) },
        { name: 'fuzz-a', capabilities: random.below(2) === 0 ? { elicitation: {} } : {} },
        random.below(1_000),
      )
    : soundBody(random);
  const { headers } = soundRequest(body);
  const params = body['params'] as Record<string, unknown>;
  const meta = params['_meta'] as Record<string, unknown>;
  const times = random.below(4);
  for (let time = 0; time < times; time += 1) {
    const [object, keys] = random.pick([[params, PARAM_KEYS] as const, [meta, META_KEYS] as const]);
    const key = random.pick(keys);
    if (random.below(3) === 0) Reflect.deleteProperty(object, key);
    else if (key === 'requestState') object[key] = anyState(random);
    else define(object, key, random.below(3) === 0 ? holes.put(anyString(random)) : hole());
  }
  const text = holes.write(body);
  return shoot(`the params ${text.slice(0, 400)}`, { ...request(text, []), headers });
};

function anyArguments(random: Random, hole: () => string): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const times = random.below(4);
  for (let time = 0; time < times; time += 1) {
    const key = random.pick(ARGUMENTS);
    // A call that waits for long is no damage.
    define(given, key, key === 'ms' ? random.below(4) : hole());
  }
  return given;
}

function anyState(random: Random): string {
  return random.pick(['', 'x', 's1.1.token', `${'s'.repeat(3_000)}.1.x`, 's1.999999.=', '...']);
}

/** `__proto__` too is to be a member. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
