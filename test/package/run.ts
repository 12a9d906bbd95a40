/** Runs a program to its end. */
import { execFile } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds, 5 minutes by default. */
  readonly timeoutMs?: number;
}

/** Resolves with standard output; rejects with all that was printed where the program fails or takes too long. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, timeoutMs = 300_000 }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${[command, ...args].join(' ')} failed:\n${stdout}${stderr}`.trim()));
    });
  });
}
