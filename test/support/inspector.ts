/** The Inspector's command line: one process for each run, each in an ordered session of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Json } from './mcp.js';

const LAUNCHER = fileURLToPath(
  new URL(
    '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);

export type InspectorEra = 'modern' | 'legacy' | 'auto';

export interface InspectorCase {
  /** Default `modern`. */
  readonly era?: InspectorEra;
  readonly scenario: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
}

export interface InspectorRun {
  readonly exitCode: number;
  /** What was printed, as JSON; undefined if nothing. */
  readonly printed: Json;
  /** The error on the last line of standard error. */
  readonly error: Json;
  /** All exchanges but streams, in the order of arrival: `method OUTCOME`. */
  readonly exchanges: readonly string[];
}

export const CALL_A_TOOL = ['--method', 'tools/call', '--tool-name', 'run_scenario'] as const;

/** Each start takes seconds: all runs are made once, two at a time. */
export async function inspectAll<Name extends string>(
  kitchen: Kitchen,
  cases: Readonly<Record<Name, InspectorCase>>,
): Promise<ReadonlyMap<Name, InspectorRun>> {
  const storage = await mkdtemp(join(tmpdir(), 'kitchen-inspector-'));
  const runs = new Map<Name, InspectorRun>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record that was given
  const queue = Object.entries(cases) as [Name, InspectorCase][];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      runs.set(next[0], await inspect(kitchen, next[1], storage));
    }
  };
  try {
    await Promise.all([lane(), lane()]);
  } finally {
    await rm(storage, { recursive: true, force: true });
  }
  return runs;
}

async function inspect(
  kitchen: Kitchen,
  { era = 'modern', scenario, params, args }: InspectorCase,
  storage: string,
): Promise<InspectorRun> {
  const { id, url } = kitchen.order({ scenario, params });
  const always = ['--cli', url, '--protocol-era', era, '--format', 'json'];
  const { code, stdout, stderr } = await new Promise<{
    code: number;
    stdout: string;
    stderr: string;
  }>((resolve) => {
    const env = { ...process.env, MCP_STORAGE_DIR: storage };
    const child = execFile(
      process.execPath,
      [LAUNCHER, ...always, ...args],
      { env, timeout: 60_000 },
      (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, stdout: out, stderr: err });
      },
    );
  });
  const exchanges = kitchen
    .observations({ session: id, after: 0, limit: 500 })
    .filter(({ http, rpc }) => http.method !== 'GET' && rpc.method !== 'subscriptions/listen')
    .map(({ http, rpc, outcome }) => `${rpc.method ?? http.method} ${outcome}`);
  return {
    exitCode: code,
    printed: parse(stdout),
    error: parse(stderr.trim().split('\n').at(-1) ?? '')?.error,
    exchanges,
  };
}

function parse(text: string): Json {
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}

/** What the page says about a run. */
export function inspectorCell(run: InspectorRun | undefined): string {
  if (run === undefined) return '';
  const { code, status } = run.error ?? {};
  return [
    `exit ${String(run.exitCode)}`,
    status ?? (code === undefined ? undefined : `\`${code}\``),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
