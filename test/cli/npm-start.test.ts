/** `npm start` as a person or a service runs it: npm in front, and a shell between it and the kitchen. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const listening = z.object({ apiUrl: z.url() });

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it('ends the kitchen when npm gets a SIGTERM', async () => {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm|KITCHEN)_/.test(name),
    );
    // The scripts before it would build what other tests run. A group of its own, so that nothing can be left behind.
    const npm = spawn(
      'npm',
      ['start', '--silent', '--ignore-scripts', '--', '--port=0', '--json'],
      {
        cwd: ROOT,
        env: Object.fromEntries(inherited),
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const { pid } = npm;
    if (pid === undefined) throw new Error('npm was not started.');
    onTestFinished(() => killGroup(pid));
    let apiUrl = '';
    for await (const line of createInterface({ input: npm.stdout })) {
      if (apiUrl === '') {
        ({ apiUrl } = listening.parse(JSON.parse(line)));
        expect((await fetch(`${apiUrl}/health`)).status).toBe(200);
        npm.kill('SIGTERM');
      }
    }
    // The output ends with the last process that holds it: the kitchen.
    await expect(fetch(`${apiUrl}/health`)).rejects.toThrow('fetch failed');
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
  });
});

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}
