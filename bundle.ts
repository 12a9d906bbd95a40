/**
 * The second half of `npm run build`, after `tsc`: puts the kitchen's own modules into a few files. To find and open
 * two hundred takes Node longer than to run them, and tests start kitchens all day. Packages stay outside.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'rolldown';
import { parse } from 'yaml';

const DIST = import.meta.dirname;

const scenarios = readdirSync(`${DIST}/scenarios`).filter((name) => name.endsWith('.js'));
/** What is imported or run by name. */
const entries = [
  'src/index.js',
  'src/kitchen.js',
  'src/cli/main.js',
  'src/testing/index.js',
  'src/testing/vitest.js',
  ...scenarios.map((name) => `scenarios/${name}`),
];

// Scenarios without code, as JSON: the parser for YAML is large.
for (const file of readdirSync(`${DIST}/../scenarios`)) {
  if (!file.endsWith('.yaml')) continue;
  const value: unknown = parse(readFileSync(`${DIST}/../scenarios/${file}`, 'utf8'));
  writeFileSync(`${DIST}/scenarios/${file.replace('.yaml', '.json')}`, JSON.stringify(value));
}

await build({
  cwd: DIST,
  input: Object.fromEntries(entries.map((path) => [path, path])),
  external: /^[^./]/,
  platform: 'node',
  output: {
    dir: DIST,
    entryFileNames: '[name]',
    // As deep as the modules, which find the scenarios from where they are.
    chunkFileNames: 'src/chunks/[name].js',
  },
});
