/** What every scenario of the menu has: a name, a test, a row, a lesson. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scenario } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { checkParams } from '../src/scenario/check-params.js';
import { lintScenarioFile } from '../src/scenario/lint-file.js';
import { undescribedParams } from '../src/scenario/params-schema.js';
import { readPage } from './readme/read-page.js';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const entries = await readdir(at('scenarios/'), { withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
const folders = entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
const readme = await readFile(at('README.md'), 'utf8');
const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2026-07-28/';
/** Those that are no situation of their own. */
const GROUNDWORK = ['baseline', 'conformance', 'script'];

describe.each(files)('the scenario %s', (file) => {
  const { name: id, ext } = parse(file);
  const loaded = load(file);

  it('is named by its file', async () => {
    expect((await loaded).id).toBe(id);
  });

  it('has a test of its name', () => {
    const tests = ['test.ts', 'yaml'].map((end) => at(`test/scenarios/${id}.${end}`));
    if (id === 'script') tests.push(at('test/script/run-script.test.ts'));
    expect(tests.some((test) => existsSync(test))).toBe(true);
    if (ext === '.yaml') expect(existsSync(at(`test/scenarios/${id}.yaml`))).toBe(true);
  });

  it('has a row in the table of the README', () => {
    const ids = readPage(readme).tables.flatMap(({ head, rows }) =>
      head[0] === 'Scenario' ? rows.map(([cell]) => cell) : [],
    );
    expect(ids.filter((cell) => cell === `\`${id}\``)).toHaveLength(1);
  });

  it('describes every param, and is content with none and with its example', async () => {
    const scenario = await loaded;
    expect(undescribedParams(scenario)).toEqual([]);
    expect(checkParams(scenario, {})).toMatchObject({ ok: true });
    expect(checkParams(scenario, scenario.example)).toMatchObject({ ok: true });
  });

  it('teaches what happens and what a correct client does, with links to the specification', async () => {
    const { lesson, summary } = await loaded;
    expect(lesson).toContain(SPECIFICATION);
    expect(lesson.match(/^## .*/gm)?.slice(0, 2)).toEqual([
      '## What happens',
      '## What a correct client does',
    ]);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the catalogue', () => {
  it('holds scenarios, folders of their own beside them, and nothing else', () => {
    expect(files.filter((file) => !/^[a-z0-9_]+\.(?:ts|yaml)$/.test(file))).toEqual([]);
    expect(folders.filter((folder) => !files.includes(`${folder}.ts`))).toEqual([]);
  });

  it('has more than forty situations, each with a title of its own', async () => {
    const situations = files.filter((file) => !GROUNDWORK.includes(parse(file).name));
    expect(situations.length).toBeGreaterThanOrEqual(42);
    const all = await Promise.all(files.map(load));
    expect(new Set(all.map(({ title }) => title)).size).toBe(files.length);
  });

  it('has no test without a scenario', async () => {
    const tests = (await readdir(at('test/scenarios/')))
      .map((name) => name.replace(/\.(?:test\.ts|yaml)$/, ''))
      .filter((name) => name !== 'played');
    expect(tests.filter((id) => !files.some((file) => parse(file).name === id))).toEqual([]);
  });
});

async function load(file: string): Promise<Scenario> {
  const { scenario, mistakes } = await lintScenarioFile(fileURLToPath(at(`scenarios/${file}`)));
  if (scenario === null) throw new Error(`${file}: ${mistakes.map(({ reason }) => reason).join()}`);
  return scenario;
}
