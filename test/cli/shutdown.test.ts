import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const SHUTDOWN = new URL('../../dist/src/cli/shutdown.js', import.meta.url).href;

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs a process that closes with `close` on a signal, and sends it signals until it ends. */
async function endWith(close: string, signal: NodeJS.Signals, everyMs?: number): Promise<Ended> {
  const script = `
    import { endOnSignal } from '${SHUTDOWN}';
    endOnSignal({ close: ${close}, warn: (message) => console.error(message) });
    setInterval(() => undefined, 1000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child.stdout, 'data');
  child.kill(signal);
  const again = everyMs === undefined ? undefined : setInterval(() => child.kill(signal), everyMs);
  await once(child, 'close');
  clearInterval(again);
  return { code: child.exitCode, stderr };
}

const NEVER = '() => new Promise(() => undefined)';

describe('ending on a signal', () => {
  it('waits for what is closing, and ends with 0', async () => {
    const close = `async () => { await null; console.error('closed'); }`;
    expect(await endWith(close, 'SIGTERM')).toEqual({ code: 0, stderr: 'closed\n' });
  });

  it('takes the echo of a signal that npm passes on for no second one', async () => {
    const close = `() => new Promise((done) => setTimeout(done, 100))`;
    expect(await endWith(close, 'SIGINT', 10)).toEqual({ code: 0, stderr: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('gives up at once on a second %s', async (signal, code) => {
    expect(await endWith(NEVER, signal, 50)).toEqual({ code, stderr: '' });
  });

  it('gives up by itself where closing does not come to an end', async () => {
    const { code, stderr } = await endWith(NEVER, 'SIGTERM');
    expect(code).toBe(1);
    expect(stderr).toContain('took too long');
  });

  it('says why closing failed', async () => {
    const ended = await endWith(`async () => { throw new Error('disk full'); }`, 'SIGTERM');
    expect(ended).toEqual({ code: 1, stderr: 'Closing failed: disk full\n' });
  });
});
