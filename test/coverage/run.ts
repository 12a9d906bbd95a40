/**
 * `npm run coverage:ledger` and `npm run coverage:corpus`: play all of it, and print what is covered and what is not.
 * The exit code is 1 where less is covered than is declared, or a test fails.
 */
import { join } from 'node:path';
import { corpusReport } from '../corpus/corpus-report.js';
import { ledgerReport } from './ledger-report.js';
import type { Report } from './report.js';
import { runTests } from './run-tests.js';

// From `dist/test/coverage`.
const ROOT = join(import.meta.dirname, '../../..');

const PARTS: Readonly<Record<string, (passed: ReadonlySet<string>) => Report>> = {
  ledger: (passed) => ledgerReport(join(ROOT, 'test/coverage'), passed),
  corpus: (passed) => corpusReport(join(ROOT, 'test/corpus'), passed),
};
const FILES: Readonly<Record<string, string>> = {
  ledger: 'test/coverage/ledger.test.ts',
  corpus: 'test/corpus/corpus.test.ts',
};

const given = process.argv.slice(2);
const wanted = given.length === 0 ? Object.keys(PARTS) : given;
const { passed, failed } = await runTests(
  ROOT,
  wanted.map((name) => FILES[name] ?? name),
);
const reports = wanted.flatMap((name) => PARTS[name]?.(passed) ?? []);
const failures = failed.map(([name, message]) => `✗ ${name}: ${message}`);
process.stdout.write(`${[...reports.map(({ text }) => text), ...failures].join('\n\n')}\n`);
process.exitCode = failed.length === 0 && reports.every(({ isEnough }) => isEnough) ? 0 : 1;
