import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_FOLDER, loadScenarios } from '../../src/scenario/load-scenarios.js';
import { makeExchange } from '../support/make-exchange.js';
import { scenarioFolder, scenarioText } from '../support/scenario-folder.js';

/** Reasons by file name. */
async function refusals(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const folder = await scenarioFolder(files);
  const { problems } = await loadScenarios([folder]);
  for (const { file } of problems) expect(parse(file).dir).toBe(folder);
  return Object.fromEntries(problems.map(({ file, reason }) => [parse(file).base, reason]));
}

describe('loading scenarios', () => {
  it('finds every built-in scenario, and nothing is wrong with them', async () => {
    const { scenarios, problems } = await loadScenarios();
    const entries = await readdir(BUILT_IN_FOLDER, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(problems).toEqual([]);
    expect([...scenarios.keys()]).toEqual(files.map((file) => parse(file).name).toSorted());
    expect(scenarios.get('baseline')?.source).toBe(join(BUILT_IN_FOLDER, 'baseline.ts'));
  });

  it('finds one more in a folder of the user, and runs it', async () => {
    const folder = await scenarioFolder({ 'teapot.js': scenarioText('teapot') });
    const { scenarios, problems } = await loadScenarios([folder]);
    expect(problems).toEqual([]);
    const teapot = scenarios.get('teapot');
    expect(teapot?.source).toBe(join(folder, 'teapot.js'));
    expect(await teapot?.scenario.onRequest?.(makeExchange(), {})).toMatchObject({ status: 418 });
  });

  it('passes over what is no scenario file', async () => {
    const text = 'throw new Error("should not be loaded")';
    const code = ['a.d.ts', 'a.d.mts', 'a.js.map', '.a.js', '.a.mjs', 'a.cjs', 'lib/a.js'];
    const names = [...code, 'a.test.js', 'a.test.mjs', 'a.test.ts', 'a.md'];
    expect(await refusals(Object.fromEntries(names.map((name) => [name, text])))).toEqual({});
  });

  it.each([
    ['a.js', 'a.ts'],
    ['a.mjs', 'a.mts'],
  ])('takes the compiled one of two forms of a file (%s)', async (compiled, source) => {
    const text = 'throw new Error("should not be loaded")';
    expect(await refusals({ [compiled]: scenarioText('a'), [source]: text })).toEqual({});
  });

  it.each(['teapot.mjs', 'teapot.ts', 'teapot.mts'])('takes a %s as well', async (name) => {
    const folder = await scenarioFolder({ [name]: scenarioText('teapot') });
    const { scenarios, problems } = await loadScenarios([folder]);
    expect(problems).toEqual([]);
    expect(scenarios.get('teapot')?.source).toBe(join(folder, name));
  });

  it('loads the sound files beside a bad one', async () => {
    const folder = await scenarioFolder({
      'bad.js': 'export {};',
      'good.js': scenarioText('good'),
    });
    const { scenarios, problems } = await loadScenarios([folder]);
    expect(scenarios.has('good')).toBe(true);
    expect(problems.map(({ file }) => file)).toEqual([join(folder, 'bad.js')]);
  });

  it('is refused as a whole for a folder that cannot be read', async () => {
    const folder = await scenarioFolder({ 'a.js': scenarioText('a') });
    await expect(loadScenarios([folder, join(folder, 'missing')])).rejects.toThrow(
      `Scenarios cannot be read from ${join(folder, 'missing')}: there is no such folder.`,
    );
    await expect(loadScenarios([join(folder, 'a.js')])).rejects.toThrow(
      `Scenarios cannot be read from ${join(folder, 'a.js')}: it is no folder.`,
    );
  });

  it('gives up a file that never ends loading, and loads the others', async () => {
    const folder = await scenarioFolder({
      'never.js': 'await new Promise(() => undefined);',
      'other.js': scenarioText('other'),
    });
    // What has been loaded once takes no time any more.
    await loadScenarios();
    const { scenarios, problems } = await loadScenarios([folder], 2_000);
    expect(scenarios.has('other')).toBe(true);
    expect(problems).toEqual([
      {
        file: join(folder, 'never.js'),
        reason:
          'it cannot be loaded: loading did not end within 2000 ms; look for a top-level await that never settles',
      },
    ]);
  });

  it('refuses an id that is taken, and names both files', async () => {
    const first = await scenarioFolder({ 'twin.js': scenarioText('twin') });
    const second = await scenarioFolder({
      'twin.js': scenarioText('twin'),
      'baseline.js': scenarioText('baseline'),
    });
    const { scenarios, problems } = await loadScenarios([first, second]);
    expect(scenarios.get('twin')?.source).toBe(join(first, 'twin.js'));
    expect(scenarios.get('baseline')?.source).toBe(join(BUILT_IN_FOLDER, 'baseline.ts'));
    expect(problems).toEqual([
      {
        file: join(second, 'baseline.js'),
        reason: `id "baseline" is taken already, by ${join(BUILT_IN_FOLDER, 'baseline.ts')}: rename one`,
      },
      {
        file: join(second, 'twin.js'),
        reason: `id "twin" is taken already, by ${join(first, 'twin.js')}: rename one`,
      },
    ]);
  });

  it('loads a folder once, however often and however it is named', async () => {
    const folder = await scenarioFolder({ 'once.js': scenarioText('once') });
    expect((await loadScenarios([folder, `${folder}/`, BUILT_IN_FOLDER])).problems).toEqual([]);
  });
});

describe('refusing a file', () => {
  it.each<[string, string, RegExp]>([
    ['no default export', 'export const a = 1;', /no default export/],
    [
      'a default export of another kind',
      'export default 5;',
      /^the default export is no scenario: write `export default defineScenario\({ … }\)`$/,
    ],
    [
      'null as default export',
      'export default null;',
      /^the default export is no scenario: write /,
    ],
    ['a throw', 'throw new TypeError("no gas");', /cannot be loaded: TypeError: no gas/],
    ['a throw of no error', 'throw "gas";', /cannot be loaded: gas/],
    ['a syntax error', 'export default {', /cannot be loaded: /],
    ['an import of nothing', "import 'no-such-package';", /cannot be loaded: .*no-such-package/],
    [
      'a definition without defineScenario',
      'export default { id: "x" };',
      /^the default export is no scenario: write `export default defineScenario\({ … }\)`$/,
    ],
    [
      'an id unlike the file name',
      scenarioText('y'),
      /id "y" must be equal to the file's name.*"x"/,
    ],
    ['an id of other characters', scenarioText('X!'), /^id: must be 1 to 64 of a-z 0-9 _ -/],
    ['no title', scenarioText('x', { title: 'undefined' }), /^title: must be a text/],
    ['an empty summary', scenarioText('x', { summary: "' '" }), /^summary: must be a text/],
    ['no lesson', scenarioText('x', { lesson: 'undefined' }), /^lesson: /],
    [
      'an unknown group',
      scenarioText('x', { group: "'kitchen'" }),
      /^group: must be one of connection/,
    ],
    [
      'params that are no object',
      scenarioText('x', { params: 'z.string()' }),
      /^params: must be a strict/,
    ],
    [
      'params that are no schema',
      scenarioText('x', { params: '{}', on: '{}' }),
      /^params: must be a strict/,
    ],
    [
      'params that are not strict',
      scenarioText('x', { params: 'z.object({})' }),
      /^params: must be a strict/,
    ],
    [
      'loose params',
      scenarioText('x', { params: 'z.looseObject({})', on: '{}' }),
      /^params: must be a strict/,
    ],
    [
      'params without a description',
      scenarioText('x', { params: 'z.strictObject({ a: z.int().default(1) })' }),
      /^params without a description: a/,
    ],
    [
      'a param without a default',
      scenarioText('x', { params: "z.strictObject({ a: z.int().describe('A.') })" }),
      /`{}` must be valid.*params\.a: /,
    ],
    [
      'an `on` that is wrong',
      scenarioText('x', { on: '{ nth: 0 }' }),
      /`{}` must be valid.*params\.on\.nth: /,
    ],
    [
      'an example that does not fit',
      scenarioText('x', { example: '{ n: 0.5 }' }),
      /^example: .*params\.n: /,
    ],
    ['no example', scenarioText('x', { example: 'undefined' }), /^example: must be an object/],
    [
      'a misspelt hook',
      scenarioText('x', { onReqest: '() => undefined' }),
      /^onReqest: a scenario has no such member; did you mean onRequest\?$/,
    ],
    [
      'a member that is like no other',
      scenarioText('x', { colour: '"red"' }),
      /^colour: a scenario has no such member; these exist: id, .*configureServer, report, on$/,
    ],
    [
      'a hook of a wrong type',
      scenarioText('x', { onRequest: '418' }),
      /^onRequest: must be a function/,
    ],
    [
      'another hook of a wrong type',
      scenarioText('x', { onResponse: '{}' }),
      /^onResponse: must be a function/,
    ],
    [
      'a third one',
      scenarioText('x', { configureServer: 'null' }),
      /^configureServer: must be a function/,
    ],
  ])('for %s', async (_what, text, reason) => {
    expect(await refusals({ 'x.js': text })).toEqual({ 'x.js': expect.stringMatching(reason) });
  });
});
