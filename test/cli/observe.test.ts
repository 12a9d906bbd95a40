import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectClient } from './official-client.js';
import {
  finished,
  kitchen,
  lineWith,
  serve,
  spawnKitchen,
  type Run,
  type Serving,
} from './run-kitchen.js';

let serving: Serving;
beforeAll(async () => {
  serving = await serve();
});
afterAll(async () => {
  await serving.stop('SIGKILL');
});

const options = (): { env: Record<string, string> } => ({ env: { KITCHEN_URL: serving.url } });
const run = (...args: readonly string[]): Promise<Run> => kitchen(args, options());

async function callEcho(name: string, workspace = 'default'): Promise<void> {
  const client = await connectClient(`${serving.url}/w/${workspace}/mcp`, name);
  await client.callTool({ name: 'echo', arguments: { text: 'hello' } }).catch(() => undefined);
  await client.close();
}

describe('kitchen observe', () => {
  it('shows the latest exchanges, oldest first, one line each', async () => {
    await callEcho('latest');
    const { code, stdout } = await run('observe', '--limit', '2');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^\S+ {2}#\d+ {2}\w+ {2}server\/discover {2}200 → RESULT .*\n\S+ {2}#\d+ {2}\w+ {2}tools\/call echo {2}200 → TOOL_SUCCESS .*\n$/,
    );
  });

  it('prints lines of JSON for machines', async () => {
    await callEcho('machine');
    const { stdout } = await run('observe', '--limit', '1', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      rpc: { method: 'tools/call', name: 'echo' },
      outcome: 'TOOL_SUCCESS',
    });
  });

  it('narrows to one session by the start of its id', async () => {
    await callEcho('narrow-a');
    await callEcho('narrow-b');
    const all = await run('observe', '--limit', '4');
    const sessions = all.stdout.match(/(?<=#\d+ {2})\w+/g) ?? [];
    const { stdout } = await run('observe', '--session', sessions[0] ?? '');
    expect(stdout.match(/(?<=#\d+ {2})\w+/g)).toEqual([sessions[0], sessions[0]]);
  });

  it('says where to begin while there is nothing', async () => {
    await run('select', 'baseline', '--workspace', 'empty');
    const { code, stdout, stderr } = await run('observe', '--workspace', 'empty');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('aim a client');
  });

  it.each([[['--session', 'zz']], [['--session', 'zz', '--follow']]])(
    'says that there is no such session: %j',
    async (args) => {
      const { code, stdout, stderr } = await run('observe', ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe('error: The workspace default has no session zz.\n');
    },
  );

  it('hints at a client that begins anew right after an injected fault', async () => {
    const on = { method: 'tools/call' };
    const params = JSON.stringify({ statusCodes: [503, 200], on });
    await run('select', 'http_status_sequence', '--workspace', 'hint', '--params', params);
    await callEcho('restless', 'hint');
    await callEcho('restless', 'hint');
    const { stdout } = await run('observe', '--workspace', 'hint');
    expect(stdout).toContain(
      'hint: client restless began a new session right after an injected http_status',
    );
  });

  it('hints at nobody whose session was ended by hand', async () => {
    await run('select', 'tool_error', '--workspace', 'no-hint');
    await callEcho('calm', 'no-hint');
    await run('end', '--workspace', 'no-hint');
    await callEcho('calm', 'no-hint');
    expect((await run('observe', '--workspace', 'no-hint')).stdout).not.toContain('hint:');
  });

  it('ends quietly when its reader has seen enough', async () => {
    await callEcho('reader');
    const child = spawnKitchen(['observe', '--json'], options());
    child.stdout.destroy();
    const { code, stderr } = await finished(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('kitchen observe --follow', () => {
  it('shows what happens live, and ends on Ctrl-C with exit code 0', async () => {
    await callEcho('before');
    const child = spawnKitchen(['observe', '--follow', '--limit', '1', '--json'], options());
    const ended = finished(child);
    await lineWith(child, (line) => line.includes('"before"'));
    const live = lineWith(child, (line) => line.includes('"live"') && line.includes('tools/call'));
    await callEcho('live');
    expect(JSON.parse(await live)).toMatchObject({ state: 'finished', outcome: 'TOOL_SUCCESS' });
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const numbers = stdout
      .trim()
      .split('\n')
      .map((line) => z.object({ number: z.number() }).parse(JSON.parse(line)).number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('shows an exchange that stays open before it finishes', async () => {
    await callEcho('starter');
    const child = spawnKitchen(['observe', '--follow', '--limit', '1'], options());
    const ended = finished(child);
    await lineWith(child, (line) => line.includes('echo'));
    const open = lineWith(child, (line) => line.includes('… open'));
    const client = await connectClient(serving.listening.mcpUrl, 'patient');
    const leaving = new AbortController();
    const call = client
      .callTool({ name: 'slow', arguments: { ms: 60_000, steps: 1 } }, { signal: leaving.signal })
      .catch(() => undefined);
    expect(await open).toContain('tools/call slow');
    leaving.abort();
    await call;
    await client.close();
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });
});
