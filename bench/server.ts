/** Servers under load, each in a process of its own. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report, Usage } from './servers/announce.js';

export interface Server {
  readonly name: string;
  readonly url: string;
  /** Null where the process cannot tell. */
  usage(): Promise<Usage | null>;
  stop(): Promise<void>;
}

export interface NodeServer {
  readonly name: string;
  /** File in `servers/`, without extension. */
  readonly script: string;
  readonly options?: object;
}

/** Folder for processor profiles of the servers; none by default. */
export const PROFILES = process.env['BENCH_PROFILES'];

const START_MS = 30_000;
const STOP_MS = 10_000;

export async function startNode({ name, script, options = {} }: NodeServer): Promise<Server> {
  const file = fileURLToPath(new URL(`./servers/${script}.js`, import.meta.url));
  const forked: ForkOptions = PROFILES === undefined ? {} : { execArgv: profiling(name) };
  const child = fork(file, [JSON.stringify(options)], forked);
  const report = await nextReport(child, name);
  if (!('url' in report)) throw new Error(`${name} reported ${JSON.stringify(report)}.`);
  const ask = async (): Promise<Usage | null> => {
    child.send('usage');
    const answer = await nextReport(child, name);
    return 'usage' in answer ? answer.usage : null;
  };
  let asked: Promise<Usage | null> = Promise.resolve(null);
  return {
    name,
    url: report.url,
    usage() {
      // One question at a time: an answer does not say which it belongs to.
      asked = asked.then(ask);
      return asked;
    },
    async stop() {
      if (child.exitCode === null && child.connected) child.send('stop');
      await ended(child);
    },
  };
}

function profiling(name: string): string[] {
  const file = name.replaceAll(/\W+/g, '-');
  const unique = `${file}-${String(process.pid)}-${String(performance.now()).replace('.', '')}`;
  return [
    '--cpu-prof',
    `--cpu-prof-dir=${PROFILES ?? '.'}`,
    `--cpu-prof-name=${unique}.cpuprofile`,
  ];
}

async function nextReport(child: ChildProcess, name: string): Promise<Report> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(START_MS)]);
  const onExit = (): void => {
    failed.abort(new Error(`${name} ended before it answered.`));
  };
  child.once('exit', onExit);
  try {
    const [message] = (await once(child, 'message', { signal })) as [Report];
    return message;
  } finally {
    child.off('exit', onExit);
  }
}

/** Waits for the end of a process, and brings it about where it takes too long. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await once(child, 'exit');
  clearTimeout(timer);
}
