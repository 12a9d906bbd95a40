/** `zstd` came with Node 22.15: an older one says so when a fault is written, not in the middle of a run. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SelectionInput } from '../../../src/service.js';
import { lintScenarioFile } from '../../../src/scenario/lint-file.js';
import { testKitchen } from '../../support/kitchen.js';
import { scenarioFolder } from '../../support/scenario-folder.js';

vi.mock('node:zlib', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:zlib')>()),
  createZstdCompress: undefined,
}));

const REASON = 'this Node has no zstd: take 22.15 or later, or gzip';
const selection = (encoding: object): SelectionInput => ({
  scenario: 'script',
  params: { rules: [{ do: { encoding } }] },
});

describe('zstd on a Node that has none', () => {
  it('cannot be selected', async () => {
    const kitchen = await testKitchen();
    expect(() => kitchen.select(selection({ coding: 'zstd' }))).toThrow(
      `params.rules[0].do.encoding.coding: ${REASON}`,
    );
    expect(kitchen.service.selection('default').scenario).toBe('baseline');
  });

  it('can be selected where it is a header alone', async () => {
    const kitchen = await testKitchen();
    kitchen.select(selection({ coding: 'zstd', compress: false }));
    expect(kitchen.service.selection('default').scenario).toBe('script');
  });

  it('is a mistake in a scenario file', async () => {
    const folder = await scenarioFolder({
      'squeezed.yaml': `
id: squeezed
title: Squeezed
group: transport
summary: Compressed.
lesson: Decode it.
rules:
  - do: { encoding: { coding: zstd } }
`,
    });
    const { mistakes } = await lintScenarioFile(join(folder, 'squeezed.yaml'));
    expect(mistakes).toEqual([
      expect.objectContaining({ line: 8, reason: `rules.0.do.encoding.coding: ${REASON}` }),
    ]);
  });
});
