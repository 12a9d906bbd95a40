/** `npm run conformance`: the official suite against a kitchen with the scenario `conformance` selected. */
import { fileURLToPath } from 'node:url';
import { createKitchen } from '../../src/kitchen.js';
import { judgeRun } from './judge-run.js';
import { runSuite } from './run-suite.js';
import { RUNS } from './runs.js';

/** The compiled script lies one level deeper, in `dist`; what it reads does not. */
const FOLDER = fileURLToPath(new URL('../../../test/conformance/', import.meta.url));
const WORKSPACE = 'conformance';

const kitchen = await createKitchen({ port: 0, db: ':memory:' });
try {
  kitchen.select({ workspace: WORKSPACE, scenario: 'conformance' });
  const url = `${kitchen.url}/w/${WORKSPACE}/mcp`;
  process.stdout.write(`The official conformance suite against ${url}\n`);
  for (const run of RUNS) {
    const args = ['--url', url, ...run.args, '--expected-failures', run.expectedFailures];
    const { exitCode, output } = await runSuite(args, FOLDER);
    const { ok, text } = judgeRun(run, exitCode, output);
    if (!ok) {
      process.stderr.write(output);
      process.exitCode = 1;
    }
    process.stdout.write(`${ok ? '✓' : '✗'} ${run.title}: ${text}\n`);
  }
} finally {
  await kitchen.close();
}
