/** Starts what a Dockerfile made, as an engine would, and looks at it from outside. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Image, inStage, type Stage, startInStage } from './image-stage.js';
import { run } from './run.js';

const HEALTHY_WITHIN_MS = 20_000;

export async function tryImage(image: Image): Promise<string> {
  const { stage, command, healthcheck, volumes } = image;
  assert.notEqual(stage.user, 'root', 'it must not run as root');
  await assert.rejects(inStage(stage, ['touch', '/app/stray']), 'it cannot change itself');
  await assert.rejects(inStage(stage, healthcheck), 'it is not healthy before it runs');

  const port = String(await freePort());
  const running: Stage = { ...stage, env: { ...stage.env, KITCHEN_PORT: port } };
  const child = startInStage(running, command, {});
  const closed = once(child, 'close');
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  try {
    await untilHealthy(running, healthcheck);
    const token = /Token +(\S+)/.exec(printed)?.[1];
    assert.ok(token, `no token was printed:\n${printed}`);
    const api = `http://127.0.0.1:${port}/api/workspaces/default/selection`;
    assert.equal((await fetch(api)).status, 401, 'the admin API asks for the token');
    const select = ['kitchen', 'select', 'tool_error', '--url', new URL(api).origin];
    await inStage(running, [...select, '--admin-token', token]);
    const headers = { authorization: `Bearer ${token}` };
    const selected = await (await fetch(api, { headers })).text();
    assert.match(selected, /"scenario":"tool_error"/);
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
  assert.equal(child.exitCode, 0, 'it ends in order');

  const [volume = ''] = volumes;
  const owner = await inStage(stage, ['stat', '--format=%U', join(volume, 'kitchen.db')]);
  assert.equal(owner.trim(), stage.user, 'the database is in the volume');
  const size = await run('du', ['-sm', join(stage.root, 'app')]);
  return `healthy as ${stage.user}, /app has ${size.split('\t')[0] ?? ''} MiB`;
}

async function untilHealthy(stage: Stage, healthcheck: readonly string[]): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    try {
      await inStage(stage, healthcheck);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(250);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}
