/** A kitchen that other machines can reach: who may steer it, and where its token must not turn up. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { KitchenOptions } from '../../src/kitchen-options.js';
import type { LogEntry } from '../../src/log.js';
import { kitchen as runKitchen, spawnKitchen } from '../cli/run-kitchen.js';
import { testKitchen } from '../support/kitchen.js';
import { askOnce, type RawAnswer, valuesOf } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { echoText } from './strike.js';

const OPEN = '0.0.0.0';
const SCENARIOS = '/api/scenarios';
const openKitchen = (options: KitchenOptions = {}) => testKitchen({ host: OPEN, ...options });

const ask = (
  port: number,
  path: string,
  moreHeaders: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> => askOnce(port, { verb: 'GET', path, moreHeaders });

/** Without what differs from answer to answer. */
const steady = ({ status, headers, body }: RawAnswer): unknown => [
  status,
  headers.filter(([name]) => name.toLowerCase() !== 'date'),
  body,
];

describe('the admin API off loopback', () => {
  it('takes the token that was made at start, and no other', async () => {
    const { port, adminToken } = await openKitchen();
    expect(adminToken).toMatch(/^[\w-]{32}$/);
    const token = adminToken ?? '';
    const right = await ask(port, SCENARIOS, { Authorization: `Bearer ${token}` });
    expect(right.status).toBe(200);
    const none = await ask(port, SCENARIOS);
    expect([none.status, valuesOf(none, 'www-authenticate')]).toEqual([
      401,
      [expect.stringMatching(/^Bearer/)],
    ]);
    const guesses = [token.slice(0, -1), `${token}x`, token.toUpperCase(), 'x'.repeat(99)];
    const wrong = await ask(port, SCENARIOS, { Authorization: 'Bearer x' });
    expect(wrong.status).toBe(401);
    for (const guess of guesses) {
      const answer = await ask(port, SCENARIOS, { Authorization: `Bearer ${guess}` });
      expect(steady(answer)).toEqual(steady(wrong));
    }
    const basic = Buffer.from(`:${token}`).toString('base64');
    expect((await ask(port, SCENARIOS, { Authorization: `Basic ${basic}` })).status).toBe(401);
  });

  it('takes no token from the address', async () => {
    const { port, adminToken } = await openKitchen();
    for (const name of ['token', 'access_token', 'admin_token', 'Authorization']) {
      const answer = await ask(port, `${SCENARIOS}?${name}=${adminToken ?? ''}`);
      expect(answer.status).toBe(401);
    }
  });

  it.each([
    ['GET', '/api/workspaces'],
    ['POST', '/api/workspaces'],
    ['PUT', '/api/workspaces/default/selection'],
    ['DELETE', '/api/workspaces/default'],
    ['GET', '/api/workspaces/default/observations'],
    ['GET', '/api/workspaces/default/observations/stream'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/nothing'],
    ['OPTIONS', '/api/scenarios'],
  ])('%s %s needs it', async (verb, path) => {
    const { port } = await openKitchen();
    expect((await askOnce(port, { verb, path })).status).toBe(401);
  });

  it('says without it only that it is there', async () => {
    const { port } = await openKitchen();
    expect((await ask(port, '/api/health')).status).toBe(200);
  });

  it('needs none on loopback', async () => {
    const kitchen = await testKitchen();
    expect(kitchen.adminToken).toBeNull();
    expect((await ask(kitchen.port, SCENARIOS)).status).toBe(200);
  });
});

describe('MCP off loopback', () => {
  const call = (port: number, moreHeaders: Readonly<Record<string, string>> = {}) =>
    askOnce(port, { body: echoText(), moreHeaders });

  it('is open to everybody', async () => {
    expect((await call((await openKitchen()).port)).status).toBe(200);
  });

  it('needs the token that was asked for, which is not the one of the admin API', async () => {
    const { port, adminToken } = await openKitchen({ mcpToken: 'an-mcp-token' });
    expect((await call(port)).status).toBe(401);
    const admin = { Authorization: `Bearer ${adminToken ?? ''}` };
    expect((await call(port, admin)).status).toBe(401);
    const mcp = { Authorization: 'Bearer an-mcp-token' };
    expect((await call(port, mcp)).status).toBe(200);
    expect((await ask(port, SCENARIOS, mcp)).status).toBe(401);
  });

  it('is reached by names that were allowed, and by no other', async () => {
    const { port, adminToken } = await openKitchen({ allowHosts: ['kitchen.lan'] });
    const token = { Authorization: `Bearer ${adminToken ?? ''}` };
    for (const [host, status] of [
      ['kitchen.lan', 200],
      [`kitchen.lan:${String(port)}`, 200],
      ['127.0.0.1', 200],
      ['evil.example', 403],
      ['kitchen.lan.evil.example', 403],
    ] as const) {
      expect([host, (await call(port, { Host: host })).status]).toEqual([host, status]);
      const answer = await ask(port, SCENARIOS, { ...token, Host: host });
      expect([host, answer.status]).toEqual([host, status]);
    }
  });
});

describe('the admin token', () => {
  it('turns up in no record, no log line and not in the file', async () => {
    const db = join(temporaryFolder(), 'kitchen.db');
    const logged: LogEntry[] = [];
    const kitchen = await openKitchen({ db, log: (entry) => logged.push(entry) });
    const token = kitchen.adminToken ?? '';
    const seen: string[] = [];
    const stop = kitchen.service.live.subscribe('default', (event) => {
      seen.push(JSON.stringify(event));
    });
    const { port } = kitchen;
    const authorization = { Authorization: `Bearer ${token}` };
    await ask(port, SCENARIOS, authorization);
    await ask(port, `/api/workspaces?token=${token}`, authorization);
    await ask(port, `/api/workspaces/${token}/sessions`, authorization);
    // Where it does not belong, but may end up by mistake.
    await askOnce(port, { body: echoText(), moreHeaders: authorization });
    await askOnce(port, { body: echoText(), path: `/mcp?token=${token}` });
    await askOnce(port, { body: echoText(['"x"', JSON.stringify(`Bearer ${token}`)]) });
    await askOnce(port, { body: '{', moreHeaders: { ...authorization, 'X-Nul': '\0' } });
    await askOnce(port, {
      body: '{',
      path: `/w/../mcp?access_token=${token}`,
      moreHeaders: authorization,
    });
    expect(kitchen.observations()).toHaveLength(5);
    stop();
    const records = JSON.stringify(kitchen.observations());
    await kitchen.close();
    for (const text of [records, JSON.stringify(logged), seen.join(), readFileSync(db, 'latin1')]) {
      expect(text.length).toBeGreaterThan(0);
      expect(text).not.toContain(token);
    }
  });

  it('is shown once by the command, and never again', async () => {
    const folder = temporaryFolder();
    const child = spawnKitchen(['serve', '--host', OPEN, '--port', '0', '--log-level', 'debug'], {
      cwd: folder,
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Watch')) break;
    }
    const token = /^ +Token +(\S+)/m.exec(output)?.[1] ?? '';
    const port = Number(/:(\d+)\/mcp/.exec(output)?.[1]);
    expect(token.length).toBeGreaterThan(30);

    await ask(port, SCENARIOS, { Authorization: `Bearer ${token}` });
    await ask(port, SCENARIOS, { Authorization: 'Bearer wrong' });
    await ask(port, `${SCENARIOS}?token=${token}`);
    await askOnce(port, { body: echoText(), moreHeaders: { Authorization: `Bearer ${token}` } });
    const env = { KITCHEN_URL: `http://127.0.0.1:${String(port)}`, KITCHEN_ADMIN_TOKEN: token };
    for (const args of [['sessions'], ['observe'], ['selection'], ['select', 'tool_error']]) {
      const { code, stdout, stderr } = await runKitchen(args, { env });
      expect({ args, code }).toEqual({ args, code: 0 });
      expect(`${stdout}${stderr}`).not.toContain(token);
    }
    const wrong = await runKitchen(['sessions'], {
      env: { ...env, KITCHEN_ADMIN_TOKEN: `${token}x` },
    });
    expect([wrong.code, `${wrong.stdout}${wrong.stderr}`.includes(token)]).toEqual([1, false]);
    expect(processList(child.pid ?? 0)).not.toContain(token);

    child.kill('SIGTERM');
    await once(child, 'close');
    expect(output.split(token)).toHaveLength(2);
  });
});

/** The command lines of a process and of its children, and what these children were given as environment. */
function processList(pid: number): string {
  const root = `/proc/${String(pid)}`;
  const tasks = readdirSync(`${root}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`${root}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const read = (id: string, file: string): string => readFileSync(`/proc/${id}/${file}`, 'latin1');
  return [
    read(String(pid), 'cmdline'),
    ...children.flatMap((child) => [read(child, 'cmdline'), read(child, 'environ')]),
  ].join('\n');
}
