/** Runs a piece of JavaScript in a Node process of its own, against the built package. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where the built file of a source file is, as a URL to import. */
export function builtUrl(path: string): string {
  return new URL(`../../dist/${path}`, import.meta.url).href;
}

/** What the script printed to standard output and to standard error; rejects where it failed. */
export async function runNode(script: string): Promise<{ stdout: string; stderr: string }> {
  const args = ['--input-type=module', '--eval', script];
  return promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: 15_000 });
}
