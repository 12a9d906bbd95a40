import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scenarioFolder } from '../support/scenario-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { connectClient } from './official-client.js';
import { finished, kitchen, lineWith, serve, spawnKitchen, type Serving } from './run-kitchen.js';

let running: Serving | null = null;
async function start(...args: Parameters<typeof serve>): Promise<Serving> {
  running = await serve(...args);
  return running;
}
afterEach(async () => {
  await running?.stop('SIGKILL');
  running = null;
});

describe('what serve prints', () => {
  it('is one JSON line with --json, in memory with --port 0', async () => {
    const { listening } = await start();
    expect(listening).toEqual({
      event: 'listening',
      port: listening.port,
      mcpUrl: `http://127.0.0.1:${String(listening.port)}/mcp`,
      apiUrl: `http://127.0.0.1:${String(listening.port)}/api`,
      db: ':memory:',
      scenario: 'baseline',
    });
    expect(listening.port).toBeGreaterThan(0);
  });

  it('is a banner of at most fifteen lines otherwise', async () => {
    const child = spawnKitchen(['serve', '--port', '0', '--scenario', 'tool_error']);
    const run = finished(child);
    await lineWith(child, (line) => line.startsWith('Pick a fault'));
    child.kill('SIGTERM');
    const { stdout } = await run;
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(stdout).toMatch(/MCP +http:\/\/127\.0\.0\.1:\d+\/mcp/);
    expect(stdout).toMatch(/Scenario +tool_error/);
    expect(stdout).toContain('"mcpServers"');
  });

  it('shows a token that was made because others can reach the admin API', async () => {
    const { listening } = await start(['--host', '0.0.0.0']);
    expect(listening.adminToken).toMatch(/\S{16,}/);
  });

  it.each(['0.0.0.0', '::'])('is an address that a client can use with --host %s', async (host) => {
    const { listening } = await start(['--host', host, '--admin-token', 'given-token']);
    expect(listening.mcpUrl).toBe(`http://127.0.0.1:${String(listening.port)}/mcp`);
    expect((await fetch(`${listening.apiUrl}/health`)).status).toBe(200);
  });

  it('shows no token that was given', async () => {
    const { listening } = await start(['--host', '0.0.0.0', '--admin-token', 'given-token']);
    expect(listening).not.toHaveProperty('adminToken');
  });

  it('takes its options from variables too', async () => {
    const { listening } = await start([], {
      env: {
        KITCHEN_SCENARIO: 'http_status_sequence',
        KITCHEN_PARAMS: '{"statusCodes":[418]}',
        KITCHEN_SEED: '7',
      },
    });
    expect(listening.scenario).toBe('http_status_sequence');
    const { stdout } = await kitchen([
      'selection',
      '--json',
      '--url',
      listening.apiUrl.slice(0, -4),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ seed: 7, params: { statusCodes: [418] } });
  });

  it('keeps its database in the working directory, or where --db says', async () => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'other.db');
    const { listening } = await start(['--db', file], { cwd });
    expect(listening.db).toBe(file);
    expect(existsSync(file)).toBe(true);
  });

  it('logs JSON lines to stderr with --json', async () => {
    const folder = await scenarioFolder({ 'broken.js': 'export {};' });
    const child = spawnKitchen(['serve', '--port', '0', '--json', '--scenarios', folder]);
    const run = finished(child);
    await lineWith(child, (line) => line.startsWith('{'));
    child.kill('SIGTERM');
    const { stderr, stdout } = await run;
    expect(stdout.trim().split('\n')).toHaveLength(1);
    const entries = stderr
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(entries).toContainEqual(expect.objectContaining({ level: 'warn' }));
    expect(JSON.stringify(entries)).toContain(join(folder, 'broken.js'));
  });
});

describe('the end of serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'comes in order on %s, with exit code 0',
    async (signal) => {
      const serving = await start();
      expect(await serving.stop(signal)).toBe(0);
    },
  );

  it('does not wait for streams and calls that are open', async () => {
    const serving = await start();
    const live = await fetch(`${serving.listening.apiUrl}/workspaces/default/observations/stream`);
    const client = await connectClient(serving.listening.mcpUrl);
    const call = client
      .callTool({ name: 'slow', arguments: { ms: 60_000, steps: 1 } }, { timeout: 60_000 })
      .catch((error: unknown) => error);
    await liveEvent(live, 'tools/call');
    expect(await serving.stop()).toBe(0);
    await call;
    await client.close();
  });
});

/** Waits until the live stream says something that holds `text`. */
async function liveEvent({ body }: Response, text: string): Promise<void> {
  let seen = '';
  const chunks = body?.pipeThrough(new TextDecoderStream());
  for await (const chunk of chunks?.values({ preventCancel: true }) ?? []) {
    seen += chunk;
    if (seen.includes(text)) return;
  }
  throw new Error(`the stream ended without ${text}`);
}

/** Tries to serve on a free port, and says how it was refused. */
async function refusal(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await kitchen(['serve', '--port', '0', ...args]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  return stderr;
}

describe('a kitchen that cannot start says in one line why and what to do, and ends with exit code 2', () => {
  it('where the port is taken', async () => {
    const other = await start();
    const port = String(other.listening.port);
    const folder = temporaryFolder();
    expect(await refusal('--db', join(folder, 'b.db'), '--port', port)).toMatch(
      new RegExp(`^error: .*${port}.*--port`),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('where the folder of scenarios is missing, or is a file', async () => {
    expect(await refusal('--scenarios', '/no/such/folder')).toMatch(
      /^error: .*\/no\/such\/folder: there is no such folder\. Give --scenarios/,
    );
    const folder = await scenarioFolder({ 'a.js': 'export {};' });
    expect(await refusal('--scenarios', join(folder, 'a.js'))).toMatch(/a\.js: it is no folder\./);
  });

  it('where the scenario is misspelt', async () => {
    const folder = temporaryFolder();
    const args = ['--scenario', 'tool_eror', '--db', join(folder, 'new.db')];
    expect(await refusal(...args)).toMatch(/^error: .*tool_eror.*tool_error/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('where a param is wrong', async () => {
    const params = '{"statusCodes":[503,99]}';
    expect(await refusal('--scenario', 'http_status_sequence', '--params', params)).toMatch(
      /^error: .*params\.statusCodes\[1\]/,
    );
  });

  it('where the file is no database, which it leaves as it is', async () => {
    const file = join(temporaryFolder(), 'notes.db');
    const notes = 'these are my notes, no database\n'.repeat(100);
    writeFileSync(file, notes);
    expect(await refusal('--db', file)).toMatch(/^error: .*notes\.db/);
    expect(readFileSync(file, 'utf8')).toBe(notes);
  });

  it('where the folder of the database does not exist', async () => {
    expect(await refusal('--db', '/no/such/folder/kitchen.db')).toMatch(
      /^error: .*\/no\/such\/folder/,
    );
  });

  it('where another kitchen holds the database', async () => {
    const file = join(temporaryFolder(), 'shared.db');
    await start(['--db', file]);
    expect(await refusal('--db', file)).toMatch(/^error: .*shared\.db/);
  });
});
