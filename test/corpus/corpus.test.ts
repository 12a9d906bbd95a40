/** Every selection of the corpus, looked at on the wire. `CORPUS=K01,K07` plays these kinds alone. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { play } from '../coverage/ledger-runner.js';
import { readCorpus, testsOf } from './corpus-format.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
vi.setConfig({ maxConcurrency: 8 });

const wanted = process.env['CORPUS']?.split(',');
const corpus = [...readCorpus(FOLDER)].filter(([kind]) => wanted?.includes(kind) ?? true);

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
});
afterAll(() => kitchen.close());

describe.each(corpus)('%s', { concurrent: true }, (kind, { selections }) => {
  for (const [name, entry] of Object.entries(selections)) {
    const tests = testsOf(kind, name, entry).map((test) => [test.name, test.play] as const);
    it.each(tests)('%s', (_, each) => expect(play(kitchen, each)).resolves.toBeUndefined());
  }
});
