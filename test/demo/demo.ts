/** The demonstration: the official client meets five scenarios; one table shows wire, client and record. */
import { CASES } from './cases.js';
import { playCase, type Played } from './play.js';
import { formatTable } from './table.js';
import { createKitchen } from '../../src/kitchen.js';

const kitchen = await createKitchen({ port: 0, db: ':memory:' });
const played: Played[] = [];
try {
  for (const demoCase of CASES) played.push(...(await playCase(kitchen, demoCase)));
} finally {
  await kitchen.close();
}

const wrong = played.filter((row) => row.differences.length > 0);
const verdict =
  wrong.length === 0
    ? `All ${String(played.length)} rows are as they must be.`
    : [
        `${String(wrong.length)} of ${String(played.length)} rows are not as they must be:`,
        ...wrong.flatMap(({ label, differences }) =>
          differences.map((text) => `✗ ${label}: ${text}`),
        ),
      ].join('\n');
process.stdout.write(`${formatTable(played)}\n${verdict}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
