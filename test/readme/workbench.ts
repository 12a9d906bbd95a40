/** A place where the README's examples run: a folder inside the repository, a kitchen, and the commands it names. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finished, serve, type Serving } from '../cli/run-kitchen.js';
import type { Step } from './read-page.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'dist/src/cli/main.js');
const BIN = join(ROOT, 'node_modules/.bin');
/** Where the page says that the kitchen is. */
export const DEFAULT_ADDRESS = '127.0.0.1:4242';
const END_OF_STEP = '=== end of step ===';

/** Commands of the page, as they are found without a registry. */
const COMMANDS = {
  kitchen: `exec node "${MAIN}" "$@"`,
  npx: `
case "$1" in
  kitchen) shift; npm_lifecycle_event=npx exec node "${MAIN}" "$@" ;;
  @modelcontextprotocol/inspector) shift; exec "${BIN}/mcp-inspector" "$@" ;;
  *) echo "npx: the README names no package $1" >&2; exit 64 ;;
esac`,
};

export interface Workbench {
  readonly folder: string;
  readonly kitchen: Serving;
  save(file: string, text: string): Promise<void>;
  /** Runs the steps in one shell, and returns them with what they printed to stdout and stderr. */
  run(steps: readonly Step[]): Promise<readonly Step[]>;
  /** Runs a program of the repository's tools; rejects with what it printed where it fails. */
  tool(name: string, args: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openWorkbench(): Promise<Workbench> {
  const kitchen = await serve(['--db', 'kitchen.db']);
  // Inside the repository its packages are found; nothing else looks into dist.
  const folder = await mkdtemp(join(ROOT, 'dist/readme-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/mcp-fault-kitchen'), 'dir');
  for (const [name, script] of Object.entries(COMMANDS)) {
    const file = join(folder, 'bin', name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }
  const address = new URL(kitchen.url).host;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:KITCHEN_|npm_|VITEST|NODE_ENV|TEST$)/.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
    KITCHEN_URL: kitchen.url,
    NO_COLOR: '1',
  };
  return {
    folder,
    kitchen,
    async save(file, text) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text.replaceAll(DEFAULT_ADDRESS, address));
    },
    async run(steps) {
      const script = steps
        .map(
          ({ command }) => `${command.replaceAll(DEFAULT_ADDRESS, address)}\necho '${END_OF_STEP}'`,
        )
        .join('\n');
      const printed = await shell(`exec 2>&1\n${script}`, { cwd: folder, env });
      const outputs = printed.replaceAll(address, DEFAULT_ADDRESS).split(`${END_OF_STEP}\n`);
      return steps.map(({ command }, index) => ({
        command,
        output: (outputs[index] ?? '').replace(/(?<=.)$(?!\n)/, '\n'),
      }));
    },
    async tool(name, args) {
      const child = spawn(join(BIN, name), args, { cwd: folder, env });
      const { code, stdout, stderr } = await finished(child);
      if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${stdout}${stderr}`);
    },
    async close() {
      await kitchen.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function shell(
  script: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', reject);
    child.on('close', () => {
      resolve(printed);
    });
  });
}
