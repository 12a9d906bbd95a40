import { describe, expect, it } from 'vitest';
import { judgeRun } from './judge-run.js';

const RUN = { title: '', args: [], expectedFailures: '', passed: 152, failed: 0 };
const total = (passed: number, failed: number): string =>
  `✓ ping: 2 passed, 0 failed\n\nTotal: ${String(passed)} passed, ${String(failed)} failed\n`;

describe('a run of the conformance suite', () => {
  it('is good when it exits 0 and enough checks passed', () => {
    expect(judgeRun(RUN, 0, total(152, 0))).toEqual({
      ok: true,
      text: 'exit 0, 152 passed, 0 failed',
    });
  });

  it.each([
    [1, total(160, 0), 'the exit status has to be 0'],
    [null, total(160, 0), 'the exit status has to be 0'],
    [0, total(0, 0), 'at least 152 have to pass'],
    [0, total(151, 0), 'at least 152 have to pass'],
    [0, total(152, 1), 'at most 0 may fail'],
    [0, 'Running all suite (0 scenarios)\n', 'no line that counts the checks'],
  ])('is not good with exit %s and %j', (exitCode, output, reason) => {
    const verdict = judgeRun(RUN, exitCode, output);
    expect(verdict.ok).toBe(false);
    expect(verdict.text).toContain(reason);
  });
});
