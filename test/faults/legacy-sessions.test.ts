/** What can go wrong with a session of the 2025 era, each selected by a script and looked at on the wire. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { readLedger } from '../coverage/ledger-format.js';
import { play } from '../coverage/ledger-runner.js';

const FOLDER = fileURLToPath(new URL('legacy', import.meta.url));
vi.setConfig({ maxConcurrency: 8, testTimeout: 60_000 });

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
});
afterAll(() => kitchen.close());

describe('a session of the 2025 era', { concurrent: true }, () => {
  for (const [id, row] of Object.entries(readLedger(FOLDER, 'SESSION'))) {
    if ('cannot' in row) continue;
    for (const [name, variant] of Object.entries(row.variants)) {
      it(`${id} ${name}`, () => expect(play(kitchen, variant)).resolves.toBeUndefined());
    }
  }
});
