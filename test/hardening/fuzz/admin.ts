/** Nonsense to the admin API: it leaves no record, and nothing that MCP clients could notice. */
import type { Random } from './random.js';
import { chunked, request, type Shooter, shoot, withHeader } from './shot.js';
import { anyToken, Holes } from './values.js';

const READS = [
  '/api/health',
  '/api/scenarios',
  '/api/scenarios/__proto__',
  '/api/workspaces',
  '/api/workspaces/default/observations?limit=5',
  '/api/workspaces/default/observations?limit=-1',
  '/api/workspaces/default/observations?outcome=x&before=1e9',
  '/api/workspaces/default/observations/1',
  '/api/workspaces/default/observations/99999999999999999999',
  '/api/workspaces/default/sessions?limit=5',
  '/api/workspaces/%00/sessions',
  '/api/workspaces/__proto__/selection',
  '/api/workspaces/default/observations/stream',
  '/api/openapi.json',
  '/api/../mcp',
  '/api/%2e%2e/x',
  '/api/workspaces/%ff/selection',
  '/api//health',
  '/api',
] as const;
/** Where nothing else happens. */
const WRITES = [
  '/api/workspaces',
  '/api/workspaces/scratch/selection',
  '/api/workspaces/scratch/sessions',
  '/api/workspaces/scratch/sessions/end',
  '/api/workspaces/scratch',
  '/api/workspaces/scratch/observations',
  '/api/workspaces/..%2fx/selection',
] as const;
const MEMBERS = ['name', 'scenario', 'params', 'seed', 'newSessionOn', 'endSessions', 'key'];
const SCENARIOS = ['baseline', 'tool_error', 'jsonrpc_error', 'input_required', '__proto__'];

export const shootAdmin: Shooter = (random) => {
  const reads = random.below(3) === 0;
  const verb = reads
    ? random.pick(['GET', 'HEAD'])
    : random.pick(['POST', 'PUT', 'DELETE', 'PATCH']);
  const path = reads ? random.pick(READS) : random.pick(WRITES);
  const label = `${verb} ${path}`;
  if (path.endsWith('/stream')) return shoot(label, bare(verb, path), { records: 0, then: 'head' });
  if (reads) return shoot(label, bare(verb, path), { records: 0 });
  const sent = { ...request(anyBody(random), [['Content-Type', mediaType(random)]]), verb, path };
  const kind = random.below(8);
  if (kind === 0) {
    const length = String(sent.body.byteLength + 5);
    const cut = { ...withHeader(sent, 'Content-Length', length), length: false };
    return shoot(`${label} that breaks off`, cut, { records: 0, then: 'end' });
  }
  if (kind === 1) {
    const body = Buffer.concat([Buffer.from('zz\r\n'), chunked(sent.body)]);
    const broken = { ...withHeader(sent, 'Transfer-Encoding', 'chunked'), body, length: false };
    return shoot(`${label} in broken chunks`, broken, { records: 0 });
  }
  const shown = Buffer.from(sent.body).toString('latin1').slice(0, 300);
  return shoot(`${label} ${shown}`, sent, { records: 0 });
};

const bare = (verb: string, path: string) => ({ ...request('', []), verb, path, length: false });

function mediaType(random: Random): string {
  return random.below(5) === 0 ? 'text/plain' : 'application/json';
}

function anyBody(random: Random): Uint8Array | string {
  if (random.below(8) === 0) return random.bytes(random.below(100));
  if (random.below(8) === 0) return anyToken(random);
  const holes = new Holes();
  const body: Record<string, unknown> = { scenario: random.pick(SCENARIOS) };
  const times = random.below(4);
  for (let time = 0; time < times; time += 1) {
    const member = random.pick(MEMBERS);
    body[member] =
      member === 'params' && random.below(2) === 0
        ? {
            [random.pick(['content', 'data', 'on', 'rounds', 'structuredContent'])]: holes.put(
              anyToken(random),
            ),
          }
        : member === 'name' || member === 'key'
          ? random.pick(['scratch', random.word()])
          : holes.put(anyToken(random));
  }
  return holes.write(body);
}
