/** One stage of an image: a root of its own, in which commands run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.js';

/** uid of the user `node` in the base image, where it is still free. */
const NODE_USER = ['--create-home', '--shell', '/bin/sh', 'node'];

export interface Stage {
  readonly root: string;
  workdir: string;
  user: string;
  env: NodeJS.ProcessEnv;
}

/** What a Dockerfile makes. */
export interface Image {
  /** The last one. */
  readonly stage: Stage;
  readonly healthcheck: readonly string[];
  /** ENTRYPOINT and CMD together. */
  readonly command: readonly string[];
  readonly volumes: readonly string[];
}

/** Lays an empty layer over this machine's file system, where the user of the base image is made. */
export async function openStage(folder: string, env: NodeJS.ProcessEnv): Promise<Stage> {
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(folder, name));
  if (upper === undefined || work === undefined || root === undefined) throw new Error(folder);
  for (const path of [upper, work, root]) await mkdir(path, { recursive: true });
  const layers = `lowerdir=/,upperdir=${upper},workdir=${work}`;
  await run('mount', ['-t', 'overlay', 'overlay', '-o', layers, root]);
  for (const name of ['dev', 'proc']) {
    await run('mount', ['--rbind', `/${name}`, join(root, name)]);
  }
  const stage: Stage = { root, workdir: '/', user: 'root', env };
  await inStage(stage, ['sh', '-c', `id node || useradd ${NODE_USER.join(' ')}`]);
  return stage;
}

function chrootArgs({ root, workdir, user }: Stage, command: readonly string[]): string[] {
  const enter = ['sh', '-c', `cd "${workdir}" && exec "$@"`, 'sh'];
  return [`--userspec=${user}:${user}`, root, ...enter, ...command];
}

function environmentOf({ env, user }: Stage): NodeJS.ProcessEnv {
  return { ...env, HOME: user === 'root' ? '/root' : `/home/${user}` };
}

/** Runs a command to its end; resolves with what it printed. */
export function inStage(stage: Stage, command: readonly string[]): Promise<string> {
  return run('chroot', chrootArgs(stage, command), { env: environmentOf(stage) });
}

/** Starts a command that goes on. */
export function startInStage(
  stage: Stage,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn('chroot', chrootArgs(stage, command), {
    env: { ...environmentOf(stage), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
