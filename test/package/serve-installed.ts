/** The installed command, with a scenario from a folder elsewhere. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { headersFor, message } from '../support/mcp.js';
import { run } from './run.js';
import type { Runtime } from './runtimes.js';

const listeningLine = z.object({ mcpUrl: z.url(), apiUrl: z.url() });
const health = z.object({ status: z.literal('ok'), version: z.string() });
const answer = z.object({
  result: z.object({
    isError: z.literal(true),
    content: z.tuple([z.object({ text: z.literal('No soup is left.') })]),
  }),
});

const DEADLINE_MS = 60_000;

/** Runs `npx kitchen serve` in `folder` with the scenarios of `ownScenarios`; returns what it calls itself. */
export async function checkServe(
  runtime: Runtime,
  folder: string,
  ownScenarios: string,
): Promise<string> {
  const args = ['--port', '0', '--json', '--scenarios', ownScenarios, '--scenario', 'sold_out'];
  const child = spawn('npx', ['kitchen', 'serve', ...args], {
    cwd: folder,
    env: runtime.env,
    detached: true,
    timeout: DEADLINE_MS,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // What the group's end closes are the pipes of the kitchen, not only of npx.
  const closed = once(child, 'close');
  try {
    const { mcpUrl, apiUrl } = await firstLine(child.stdout, () => stderr);
    const { version } = health.parse(await (await fetch(`${apiUrl}/health`)).json());
    const { origin } = new URL(apiUrl);
    const verb = ['kitchen', 'scenarios', '--url', origin];
    const menu = await run('npx', verb, { cwd: folder, env: runtime.env });
    for (const id of ['baseline', 'input_required', 'sold_out']) assert.ok(menu.includes(id), menu);
    const body = message('tools/call', { name: 'echo', arguments: { text: 'hello' } });
    const init = { method: 'POST', headers: headersFor(body), body: JSON.stringify(body) };
    answer.parse(await (await fetch(mcpUrl, init)).json());
    return `kitchen ${version}`;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await closed;
  }
}

async function firstLine(
  stdout: NodeJS.ReadableStream,
  stderr: () => string,
): Promise<z.output<typeof listeningLine>> {
  for await (const line of createInterface({ input: stdout })) {
    return listeningLine.parse(JSON.parse(line));
  }
  throw new Error(`kitchen serve ended before it listened:\n${stderr()}`);
}
