/** Addresses, verbs and session ids, of both eras. */
import { message } from '../../support/mcp.js';
import type { Random } from './random.js';
import {
  request,
  type Shooter,
  type Shot,
  shoot,
  soundBody,
  soundRequest,
  withHeader,
} from './shot.js';

const PATHS = [
  '/mcp',
  '/mcp?x=1',
  '/w/default/mcp',
  '/w/default/s/KEY/mcp',
  '/w/default/s/k_1-2/mcp',
  '/w/nobody/mcp',
  '/w/../mcp',
  '/w/%64efault/mcp',
  '/w/default/%6dcp',
  '/w//mcp',
  '/w/default/s//mcp',
  `/w/${'n'.repeat(65)}/mcp`,
  '/w/__proto__/mcp',
  '/w/default/mcp/',
  '/w/default/s/a/b/mcp',
  '/w/default',
  'http://127.0.0.1/mcp',
  'http://evil.example/w/default/mcp',
  '*',
  '/mcp\\..\\x',
  '/mcp/',
  '/%6dcp',
  '/favicon.ico',
  '//mcp',
] as const;
/** What no address of the kitchen is like leaves no record. */
const UNRECORDED: ReadonlySet<string> = new Set(['/mcp/', '/%6dcp', '/favicon.ico', '//mcp']);
const VERBS = ['GET', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'QUERY', 'M-SEARCH'];
const IDS = ['nobody', '', 'x'.repeat(2_000), '__proto__', '../..', 'é'];

/** Session ids of the 2025 era that were handed out. */
export class KnownIds {
  readonly #ids: string[] = [];

  learn(id: string): void {
    this.#ids.push(id);
    if (this.#ids.length > 20) this.#ids.shift();
  }

  pick(random: Random): string {
    return this.#ids.length === 0 || random.below(4) === 0
      ? random.pick(IDS)
      : random.pick(this.#ids);
  }
}

export function sessionShooter(known: KnownIds): Shooter {
  const shooters: readonly Shooter[] = [
    shootAddress,
    shootVerb,
    shootInitialize,
    shootListen,
    (random) => shootInSession(random, known.pick(random)),
    (random) => shootAtSession(random, known.pick(random)),
  ];
  return (random) => random.pick(shooters)(random);
}

const recordsOf = (path: string): number => (UNRECORDED.has(path) ? 0 : 1);

function shootAddress(random: Random): Shot {
  const path = random.pick(PATHS);
  const sent = { ...soundRequest(soundBody(random)), path };
  return shoot(`POST ${path}`, sent, { records: recordsOf(path) });
}

function shootVerb(random: Random): Shot {
  const verb = random.pick(VERBS);
  const path = random.pick(PATHS);
  const sent = { ...soundRequest(soundBody(random)), verb, path };
  return shoot(`${verb} ${path}`, sent, { records: recordsOf(path) });
}

const LEGACY_HEADERS = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
] as const;

function shootInitialize(random: Random): Shot {
  const protocolVersion = random.pick(['2025-03-26', '2025-06-18', '2025-11-25', '1', '']);
  const clientInfo = { name: random.pick(['fuzz-old-a', 'fuzz-old-b']), version: '1' };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  const body = { jsonrpc: '2.0', id: random.below(100), method: 'initialize', params };
  return shoot(`initialize ${protocolVersion}`, request(JSON.stringify(body), LEGACY_HEADERS));
}

function shootListen(random: Random): Shot {
  const notifications = { toolsListChanged: random.below(2) === 0 };
  const sent = soundRequest(message('subscriptions/listen', { notifications }));
  return shoot('subscriptions/listen', sent, { then: 'head' });
}

/** A message in a session of the 2025 era, or in none. */
function shootInSession(random: Random, id: string): Shot {
  const method = random.pick([
    'tools/list',
    'tools/call',
    'ping',
    'notifications/initialized',
    'x',
  ]);
  const params = { name: 'echo', arguments: { text: 'x' } };
  const isNotification = method.startsWith('notifications/') || random.below(8) === 0;
  const body = random.pick([
    { jsonrpc: '2.0', ...(!isNotification && { id: random.below(100) }), method, params },
    { jsonrpc: '2.0', id: random.below(5), result: {} },
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
  ]);
  const sent = request(JSON.stringify(body), [...LEGACY_HEADERS, ...versionHeader(random)]);
  return shoot(`${method} in the session ${id}`, withHeader(sent, 'Mcp-Session-Id', id));
}

/** The stream or the end of such a session. */
function shootAtSession(random: Random, id: string): Shot {
  const verb = random.pick(['GET', 'GET', 'GET', 'DELETE']);
  const headers = [['Accept', 'text/event-stream'] as const, ...versionHeader(random)];
  const bare = { ...request('', headers), verb, length: false };
  const resumed =
    random.below(2) === 0
      ? bare
      : withHeader(bare, 'Last-Event-ID', random.pick(['0', 'nobody', `${id}_1`, 'x'.repeat(999)]));
  const sent = withHeader(resumed, 'Mcp-Session-Id', id);
  return shoot(`${verb} of the session ${id}`, sent, { then: 'head' });
}

function versionHeader(random: Random): readonly (readonly [string, string])[] {
  const version = random.pick(['2025-03-26', '2025-06-18', '2025-11-25', '2024-11-05', null]);
  return version === null ? [] : [['Mcp-Protocol-Version', version]];
}
