/** Runs the real command, as built, in a folder of its own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a folder of its own, removed when the command has ended. */
  readonly cwd?: string;
}

export function spawnKitchen(
  args: readonly string[],
  { env = {}, cwd: given }: RunOptions = {},
): ChildProcessWithoutNullStreams {
  const cwd = given ?? mkdtempSync(join(tmpdir(), 'kitchen-cli-'));
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KITCHEN_') && !name.startsWith('npm_'),
  );
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env },
  });
  if (given === undefined) {
    child.once('close', () => rmSync(cwd, { recursive: true, force: true }));
  }
  return child;
}

/** Waits for the end of a child, whose output it gathers. */
export async function finished(child: ChildProcessWithoutNullStreams): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

/** Runs the command to its end. */
export function kitchen(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return finished(spawnKitchen(args, options));
}

const listeningLine = z.strictObject({
  event: z.literal('listening'),
  port: z.number(),
  mcpUrl: z.url(),
  apiUrl: z.url(),
  db: z.string(),
  scenario: z.string(),
  adminToken: z.string().optional(),
});

export interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  /** The first line of stdout. */
  readonly listening: z.output<typeof listeningLine>;
  /** Address for `--url`. */
  readonly url: string;
  /** Ends it and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `kitchen serve --json` on a free port and waits until it listens. */
export async function serve(
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<Serving> {
  const child = spawnKitchen(['serve', '--port', '0', '--json', ...args], options);
  const closed = once(child, 'close');
  const listening = await readListening(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    child,
    listening,
    url: new URL(listening.apiUrl).origin,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

async function readListening(child: ChildProcessWithoutNullStreams): Promise<Serving['listening']> {
  return listeningLine.parse(JSON.parse(await firstLine(child)));
}

/** The first line that a child prints; fails with what it said on stderr if it ends before. */
async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`the command printed nothing: ${stderr}`);
}

/** Resolves with the first line of a child's stdout that `wanted` accepts. */
export function lineWith(
  child: ChildProcessWithoutNullStreams,
  wanted: (line: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    const seen: string[] = [];
    lines.on('line', (line) => {
      seen.push(line);
      if (wanted(line)) resolve(line);
    });
    lines.on('close', () => reject(new Error(`no such line among:\n${seen.join('\n')}`)));
  });
}
