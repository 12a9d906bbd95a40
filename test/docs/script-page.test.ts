/** `npm run docs:script` runs this file with `--update`, which writes the page's reference anew. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { VOCABULARY } from '../../src/faults/vocabulary.js';
import { checkParams } from '../../src/scenario/check-params.js';
import { onSchema } from '../../src/scenario/targeting.js';
import { readFileScenario } from '../../src/script/file-scenario.js';
import { scriptSchema } from '../../src/script/script-schema.js';
import { kindsReference } from './kinds-reference.js';

const PAGE = fileURLToPath(new URL('../../docs/script.md', import.meta.url));
const page = readFileSync(PAGE, 'utf8');
const [before = '', rest = ''] = page.split('<!-- kinds -->');
const [, after = ''] = rest.split('<!-- /kinds -->');

const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);

describe('docs/script.md', () => {
  it('has a reference of every kind of fault and its fields', async () => {
    const whole = `${before}<!-- kinds -->\n\n${kindsReference(VOCABULARY)}\n\n<!-- /kinds -->${after}`;
    const formatted = await format(whole, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
    await expect(formatted).toMatchFileSnapshot(PAGE);
  });

  it('shows scripts that work', async () => {
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks) {
      if (!block.startsWith('id: ')) {
        expect(scriptSchema.safeParse(parse(block)).error).toBeUndefined();
        continue;
      }
      const read = await readFileScenario(block, '/nowhere/sleepy_proxy.yaml');
      if (!read.ok) throw new Error(JSON.stringify(read.mistakes));
      expect(checkParams(read.scenario, { page: 'empty' }).ok).toBe(true);
    }
  });

  it('names every field of `on`', () => {
    const { properties } = z
      .object({ properties: z.record(z.string(), z.unknown()) })
      .parse(z.toJSONSchema(onSchema, { io: 'input' }));
    const missing = Object.keys(properties).filter((field) => !before.includes(`\`${field}\``));
    expect(missing).toEqual([]);
  });
});
