/**
 * Tries the Dockerfile where no engine runs: its steps are carried out, word for word, in a copy-on-write view of this
 * machine's file system, with the base image's Node and user.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyRepository } from './clean-copy.js';
import { run } from './run.js';
import type { Runtime } from './runtimes.js';

const FOLLOW = fileURLToPath(new URL('follow-dockerfile.js', import.meta.url));

/** Why the steps cannot be carried out here; null where they can. */
export function whyNoImage(): string | null {
  if (process.platform !== 'linux') return 'its steps need Linux';
  if (process.getuid?.() !== 0) return 'its steps need root, to mount a file system of their own';
  return existsSync('/usr/bin/unshare') ? null : 'there is no unshare';
}

/** The version of Node in the base image. */
export async function imageMajor(root: string): Promise<number> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const majors = [...text.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => Number(major));
  const [major, ...others] = new Set(majors);
  if (major === undefined || others.length > 0) {
    throw new Error(`the Dockerfile names no one version of Node: ${majors.join(', ')}`);
  }
  return major;
}

export async function checkImage(root: string, folder: string, { env }: Runtime): Promise<string> {
  const context = join(folder, 'context');
  const stages = join(folder, 'stages');
  await mkdir(stages, { recursive: true });
  await copyRepository(root, context, await contextFilter(root));
  const args = ['--mount', '--propagation', 'private', 'node', FOLLOW];
  const follow = [...args, join(root, 'Dockerfile'), context, stages];
  const output = await run('unshare', follow, { env, timeoutMs: 900_000 });
  return output.trim();
}

/** Which paths `.dockerignore` lets in; it names them, after a `*`. */
async function contextFilter(root: string): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).trim().split('\n');
  const [all, ...exceptions] = lines;
  if (all !== '*' || exceptions.some((line) => !/^![\w.-]+$/.test(line))) {
    throw new Error('.dockerignore is read as "*" and names with "!" before them, nothing else');
  }
  const names = new Set(exceptions.map((line) => line.slice(1)));
  return (path) => names.has(path.split('/')[0] ?? '');
}
