/** Every fault of the ledger, selected and looked at on the wire. `LEDGER=TCP,HTTP` plays these groups alone. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { groupsIn, readLedger } from './ledger-format.js';
import { play } from './ledger-runner.js';

const FOLDER = process.env['LEDGER_FOLDER'] ?? fileURLToPath(new URL('ledger', import.meta.url));
vi.setConfig({ maxConcurrency: 8, testTimeout: 60_000 });

const wanted = process.env['LEDGER']?.split(',');
const groups = groupsIn(FOLDER).filter((group) => wanted?.includes(group) ?? true);

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
});
afterAll(() => kitchen.close());

describe.each(groups)('%s', { concurrent: true }, (group) => {
  for (const [id, row] of Object.entries(readLedger(FOLDER, group))) {
    if ('cannot' in row) continue;
    for (const [name, variant] of Object.entries(row.variants)) {
      it(`${id} ${name}`, () => expect(play(kitchen, variant)).resolves.toBeUndefined());
    }
  }
});
