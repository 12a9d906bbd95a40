/**
 * Shows that the property test finds what it is there to find: plants one defect after the other in a throw-away copy
 * of the project and runs the test there. Exits 0 only if all are found, and nothing is found without one.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { applyPatch } from './apply-patch.js';
import { DEFECTS, type Patch } from './defects.js';

/** The compiled script lies one level deeper, in `dist`. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COPIED = ['src', 'scenarios', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
const TEST = 'test/sessions/properties.test.ts';

interface Verdict {
  /** Whether the property was refuted; `broken` where the test did not even get so far. */
  readonly property: 'held' | 'refuted' | 'broken';
  /** The number of the run, and what was not as the model says. */
  readonly detail: string;
  readonly output: string;
}

async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'planted-defects-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function plant(copy: string, patches: readonly Patch[]): Promise<() => Promise<void>> {
  const originals = new Map<string, string>();
  for (const patch of patches) {
    const file = join(copy, patch.file);
    const text = await readFile(file, 'utf8');
    if (!originals.has(file)) originals.set(file, text);
    await writeFile(file, applyPatch(text, patch));
  }
  return async () => {
    for (const [file, text] of originals) await writeFile(file, text);
  };
}

async function runPropertyTest(copy: string): Promise<Verdict> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', TEST, '--no-cache'], {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', PROPERTY_SHRINK: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return { property: 'held', detail: '', output };
  const runs = /Property failed after (\d+) tests/.exec(output)?.[1];
  const sign = /Caused by: [^:]+: (.+?)(?:: expected|$)/m.exec(output)?.[1] ?? '';
  return runs === undefined
    ? { property: 'broken', detail: 'the test could not run', output }
    : { property: 'refuted', detail: `run ${runs}: ${sign}`, output };
}

const table = new Table({
  head: ['Planted', 'Property', 'How it showed', ''],
  style: { head: [], border: [] },
});
const copy = await copyProject();
let allGood = true;
try {
  for (const { name, patches } of [{ name: 'nothing', patches: [] }, ...DEFECTS]) {
    const restore = await plant(copy, patches);
    const { property, detail, output } = await runPropertyTest(copy);
    await restore();
    const isGood = property === (patches.length === 0 ? 'held' : 'refuted');
    allGood &&= isGood;
    table.push([name, property, detail, isGood ? '✓' : '✗']);
    process.stderr.write(`${isGood ? '✓' : '✗'} ${name}\n${isGood ? '' : output}`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
process.stdout.write(
  `${table.toString()}\n${allGood ? 'All planted defects are found.' : 'Not as it must be.'}\n`,
);
process.exitCode = allGood ? 0 : 1;
