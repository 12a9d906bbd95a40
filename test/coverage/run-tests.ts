/** Runs test files with vitest, and tells by name which tests passed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export interface TestReport {
  readonly passed: ReadonlySet<string>;
  /** Name and message. */
  readonly failed: readonly (readonly [name: string, message: string])[];
}

/** @param files from the root of the project */
export async function runTests(root: string, files: readonly string[]): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-coverage-'));
  const outputFile = join(folder, 'report.json');
  try {
    await new Promise<void>((resolve, reject) => {
      const run = spawn(
        process.execPath,
        [
          join(root, 'node_modules/vitest/vitest.mjs'),
          'run',
          ...files,
          '--reporter=json',
          `--outputFile=${outputFile}`,
        ],
        { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
      );
      run.once('error', reject);
      // Failing tests are no failure of the run: the report names them.
      run.once('close', () => resolve());
    });
    return readReport(readFileSync(outputFile, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(text: string): TestReport {
  const { testResults } = reportSchema.parse(JSON.parse(text));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.flatMap(({ assertionResults, message = '' }): [string, string][] =>
    assertionResults.length === 0 && message !== '' ? [['a test file', message]] : [],
  );
  return {
    passed: new Set(tests.filter(({ status }) => status === 'passed').map(({ title }) => title)),
    failed: [
      ...broken,
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ title, failureMessages }): [string, string] => [
          title,
          (failureMessages?.[0] ?? '').split('\n    at ')[0] ?? '',
        ]),
    ],
  };
}
