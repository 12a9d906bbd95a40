/** One damaged request: its bytes, how it is sent, and what must come of it. */
import { headersFor, message } from '../../support/mcp.js';
import type { Random } from './random.js';

export interface Shot {
  /** What was damaged, for the report of a failure. */
  readonly label: string;
  readonly bytes: Uint8Array;
  /**
   * `answers`: reads so many whole answers; `head`: leaves when an answer has begun; `end`: closes its side after the
   * bytes and reads to the end; `reset`: waits for `100 Continue`, sends the rest and resets.
   */
  readonly then: 'answers' | 'head' | 'end' | 'reset';
  readonly answers: number;
  readonly rest?: Uint8Array;
  /** Answers have no body. */
  readonly isHead: boolean;
  /** How many observations it leaves. */
  readonly records: number;
}

export type Shooter = (random: Random) => Shot;

export interface Request {
  readonly verb: string;
  readonly path: string;
  readonly version: string;
  /** In order; a name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** False where the headers say how long the body is, or nothing does. */
  readonly length: boolean;
}

const CLIENTS = ['fuzz-a', 'fuzz-b', 'fuzz-c'];

/** A sound modern request, to be damaged. */
export function soundBody(random: Random): Record<string, unknown> {
  const name = random.pick(CLIENTS);
  const method = random.pick(METHODS);
  return message(method, PARAMS[method], { name }, random.below(1_000_000));
}

export const METHODS = [
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'completion/complete',
] as const;

const PARAMS: Readonly<Record<(typeof METHODS)[number], Readonly<Record<string, unknown>>>> = {
  'server/discover': {},
  'tools/list': {},
  'tools/call': { name: 'echo', arguments: { text: 'x' } },
  'prompts/list': {},
  'prompts/get': { name: 'plan_meal', arguments: { dish: 'soup' } },
  'resources/list': {},
  'resources/read': { uri: 'kitchen://guide' },
  'completion/complete': {
    ref: { type: 'ref/prompt', name: 'plan_meal' },
    argument: { name: 'dish', value: 's' },
  },
};

export function soundRequest(body: Record<string, unknown>): Request {
  return request(Buffer.from(JSON.stringify(body)), Object.entries(headersFor(body)));
}

export function request(
  body: Uint8Array | string,
  headers: readonly (readonly [string, string])[],
): Request {
  return {
    verb: 'POST',
    path: '/mcp',
    version: 'HTTP/1.1',
    headers: [['Host', '127.0.0.1'], ...headers],
    body: typeof body === 'string' ? Buffer.from(body) : body,
    length: true,
  };
}

export function withHeader(sound: Request, name: string, value: string | null): Request {
  const others = sound.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...sound, headers: value === null ? others : [...others, [name, value]] };
}

export function bytesOf({ verb, path, version, headers, body, length }: Request): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  if (length) lines.push(`Content-Length: ${String(body.byteLength)}\r\n`);
  // Latin-1: one byte a character, so that header values can be any bytes.
  const head = Buffer.from(`${verb} ${path} ${version}\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, body]);
}

export function shoot(label: string, sent: Request, more: Partial<Shot> = {}): Shot {
  return {
    label,
    bytes: bytesOf(sent),
    then: 'answers',
    answers: 1,
    isHead: sent.verb === 'HEAD',
    records: 1,
    ...more,
  };
}

export function chunked(body: Uint8Array): Buffer {
  const size = body.byteLength.toString(16);
  return Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
}
