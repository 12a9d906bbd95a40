import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { applyPatch } from './apply-patch.js';
import { DEFECTS } from './defects.js';

const ROOT = new URL('../../../', import.meta.url);

describe('the planted defects', () => {
  it.each(DEFECTS)('fit the source as it is: $name', async ({ patches }) => {
    for (const patch of patches) {
      const text = await readFile(new URL(patch.file, ROOT), 'utf8');
      expect(applyPatch(text, patch)).not.toBe(text);
    }
  });

  it('are refused where their place is not certain', () => {
    const patch = { file: 'a.ts', search: 'x', replace: 'y' };
    expect(applyPatch('axb', patch)).toBe('ayb');
    expect(() => applyPatch('ab', patch)).toThrow(/a\.ts.*not there/);
    expect(() => applyPatch('xx', patch)).toThrow(/more than once/);
  });
});
