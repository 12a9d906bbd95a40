/** Judges a run of the suite by its exit status and by the line that counts its checks. */
import type { SuiteRun } from './runs.js';

export interface RunVerdict {
  readonly ok: boolean;
  /** What was counted, and what is not as it must be. */
  readonly text: string;
}

const TOTAL = /^Total: (\d+) passed, (\d+) failed/m;

export function judgeRun(
  { passed: atLeast, failed: atMost }: SuiteRun,
  exitCode: number | null,
  output: string,
): RunVerdict {
  const [, passed, failed] = TOTAL.exec(output) ?? [];
  if (passed === undefined || failed === undefined) {
    return { ok: false, text: `exit ${String(exitCode)}, and no line that counts the checks` };
  }
  const problems = [
    ...(exitCode === 0 ? [] : ['the exit status has to be 0']),
    ...(Number(passed) >= atLeast ? [] : [`at least ${String(atLeast)} have to pass`]),
    ...(Number(failed) <= atMost ? [] : [`at most ${String(atMost)} may fail`]),
  ];
  const counted = `exit ${String(exitCode)}, ${passed} passed, ${failed} failed`;
  return problems.length === 0
    ? { ok: true, text: counted }
    : { ok: false, text: `${counted}: ${problems.join(', ')}` };
}
