/** The example project and a TypeScript consumer, in a folder that has the package installed. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './run.js';
import type { Runtime } from './runtimes.js';

const PACKAGE = 'mcp-fault-kitchen';

const manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const results = z.object({
  success: z.literal(true),
  numPassedTests: z.number().positive(),
  testResults: z.array(z.object({ name: z.string() })).length(2),
});

/** Makes the folder the example project; the package stays as it is installed there. */
export async function becomeExample(
  { env }: Runtime,
  folder: string,
  example: string,
): Promise<undefined> {
  const installed = z
    .looseObject({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  await cp(example, folder, { recursive: true });
  const own = manifest.parse(JSON.parse(await readFile(join(example, 'package.json'), 'utf8')));
  const devDependencies = {
    ...own.devDependencies,
    [PACKAGE]: installed.dependencies[PACKAGE] ?? '',
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, devDependencies }));
  await run('npm', ['install'], { cwd: folder, env });
  return undefined;
}

/** Checks the types that the package brings, and the example's use of them. */
export async function checkTypes(
  { env }: Runtime,
  folder: string,
  consumer: string,
): Promise<string> {
  const tsc = join(folder, 'node_modules/.bin/tsc');
  await run(tsc, ['--project', folder], { cwd: folder, env });
  await cp(consumer, join(folder, 'src/consumer.ts'));
  const options = ['--project', folder, '--skipLibCheck', 'false', '--pretty', 'false'];
  const output = await run(tsc, options, { cwd: folder, env }).catch((error: unknown) =>
    String(error),
  );
  const errors = output.split('\n').filter((line) => /\berror TS\d+/.test(line));
  const others = errors.filter((line) => /^node_modules\/(?!mcp-fault-kitchen\/)/.test(line));
  assert.equal(errors.length - others.length, 0, output);
  const note = others.length === 0 ? '' : `; ${String(others.length)} errors in types of others`;
  return `checked strictly${note}`;
}

/** Runs the tests of the example, two files side by side. */
export async function checkExample({ env }: Runtime, folder: string): Promise<string> {
  const vitest = join(folder, 'node_modules/.bin/vitest');
  const output = await run(vitest, ['run', '--reporter=json'], { cwd: folder, env });
  const { numPassedTests } = results.parse(JSON.parse(output));
  return `${String(numPassedTests)} tests passed in two files`;
}
