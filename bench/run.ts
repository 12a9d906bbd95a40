/**
 * `npm run bench`: measures the kitchen against servers that run beside it, and prints ratios.
 *
 * `--quick` measures less of everything. Further words choose rows: `npm run bench -- --quick injected start`.
 * With `BENCH_PROFILES=DIR` each server leaves a processor profile there.
 */
import { formatRows, writeResults } from './report.js';
import type { Row } from './row.js';
import { measureCrowded } from './rows/crowded.js';
import { measureHealthy } from './rows/healthy.js';
import { measureInjected } from './rows/injected.js';
import { measureRivals } from './rows/rivals.js';
import { measureScript } from './rows/script.js';
import { measureStart } from './rows/start.js';
import { measureStored } from './rows/stored.js';
import { measureDelay, measureWaiting } from './rows/waiting.js';
import { FULL, QUICK, type Scale } from './scale.js';
import { openWorkFolder, type WorkFolder } from './work-folder.js';

const MEASURES: Readonly<
  Record<string, (scale: Scale, folder: WorkFolder) => Promise<readonly Row[]>>
> = {
  healthy: measureHealthy,
  injected: measureInjected,
  script: measureScript,
  rivals: measureRivals,
  stored: measureStored,
  crowded: measureCrowded,
  waiting: measureWaiting,
  delay: measureDelay,
  start: measureStart,
};

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const chosen = words.filter((word) => word !== '--quick');
const startedAt = new Date();
const folder = openWorkFolder();
const rows: Row[] = [];
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    rows.push(...(await measure(quick ? QUICK : FULL, folder)));
  }
} finally {
  folder.remove();
}
process.stdout.write(`${formatRows(rows)}\n`);
writeResults('bench-results.json', { quick, startedAt, rows });
