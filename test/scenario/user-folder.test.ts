import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtUrl, runNode } from '../support/run-node.js';
import { scenarioFolder, scenarioText } from '../support/scenario-folder.js';

interface Loaded {
  readonly scenarios: readonly { readonly id: string; readonly source: string }[];
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
  readonly fault: unknown;
  readonly params: unknown;
}

/** Loads a folder as the installed package does, and asks the scenario `id` for its fault. */
async function load(folder: string, id: string): Promise<Loaded> {
  const { stdout } = await runNode(`
    import { loadScenarios } from ${JSON.stringify(builtUrl('src/scenario/load-scenarios.js'))};
    import { checkParams } from ${JSON.stringify(builtUrl('src/scenario/check-params.js'))};
    const { scenarios, problems } = await loadScenarios([${JSON.stringify(folder)}]);
    const scenario = scenarios.get(${JSON.stringify(id)})?.scenario;
    const { params } = scenario ? checkParams(scenario, {}) : {};
    console.log(JSON.stringify({
      scenarios: [...scenarios].map(([id, { source }]) => ({ id, source })),
      problems,
      params,
      fault: await scenario?.onRequest?.({}, params),
    }));
  `);
  const loaded: Loaded = JSON.parse(stdout);
  return loaded;
}

describe('a folder of the user, in plain JavaScript on Node alone', () => {
  it('reaches the running kitchen without node_modules', async () => {
    const folder = await scenarioFolder({
      'teapot.js': scenarioText('teapot', { on: '{ nth: 1 }' }),
    });
    const { scenarios, problems, fault, params } = await load(folder, 'teapot');
    expect(problems).toEqual([]);
    expect(scenarios).toContainEqual({ id: 'teapot', source: join(folder, 'teapot.js') });
    expect(scenarios).toContainEqual({ id: 'baseline', source: expect.stringContaining('dist') });
    expect(fault).toEqual({ kind: 'http_status', status: 418 });
    expect(params).toEqual({ n: 1, on: { nth: 1 } });
  });

  it('takes the page that says how to write a scenario at its word', async () => {
    const page = await readFile(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const fence = /^( *)```ts\n(?<code>[^]*?)^ *```/m.exec(page)?.groups?.['code'];
    const folder = await scenarioFolder({ 'teapot.mjs': fence?.replaceAll(/^ {3}/gm, '') ?? '' });
    const { problems, fault } = await load(folder, 'teapot');
    expect(problems).toEqual([]);
    expect(fault).toEqual({ kind: 'http_status', status: 418, body: 'short and stout' });
  });

  it('prefers a copy of the package that the folder brings along', async () => {
    const folder = await scenarioFolder({
      'own.js': scenarioText('own'),
      'node_modules/mcp-fault-kitchen/package.json':
        '{ "type": "module", "exports": "./index.js" }',
      'node_modules/mcp-fault-kitchen/index.js': `
        import { defineScenario as define, z } from ${JSON.stringify(builtUrl('src/index.js'))};
        const defineScenario = (definition) => ({ ...define(definition), onRequest: () => 'brought along' });
        export { defineScenario, z };
      `,
    });
    const { problems, fault } = await load(folder, 'own');
    expect(problems).toEqual([]);
    expect(fault).toBe('brought along');
  });

  it('is taken as modules in a project for CommonJS where the name says so', async () => {
    const folder = await scenarioFolder({
      'package.json': '{ "type": "commonjs" }',
      'scenarios/teapot.mjs': scenarioText('teapot'),
    });
    const { problems, fault } = await load(join(folder, 'scenarios'), 'teapot');
    expect(problems).toEqual([]);
    expect(fault).toEqual({ kind: 'http_status', status: 418 });
  });

  it('may be a project of its own: what npm and TypeScript keep there is no scenario', async () => {
    const folder = await scenarioFolder({
      'package.json': '{ "type": "module" }',
      'package-lock.json': '{}',
      'tsconfig.json': '{}',
      'teapot.js': scenarioText('teapot'),
    });
    const { problems, fault } = await load(folder, 'teapot');
    expect(problems).toEqual([]);
    expect(fault).toEqual({ kind: 'http_status', status: 418 });
  });

  it.each([
    ['an import', scenarioText('teapot')],
    ['an export', 'export default {};'],
  ])('says what to do about %s that Node takes for CommonJS', async (_what, text) => {
    const folder = await scenarioFolder({
      'package.json': '{ "type": "commonjs" }',
      'scenarios/teapot.js': text,
    });
    const { problems } = await load(join(folder, 'scenarios'), 'teapot');
    const advice = `; name it teapot.mjs, or put "type": "module" into ${join(folder, 'package.json')}`;
    expect(problems).toEqual([
      {
        file: join(folder, 'scenarios/teapot.js'),
        reason: expect.stringMatching(/^it cannot be loaded: SyntaxError: /),
      },
    ]);
    expect(problems[0]?.reason.endsWith(advice), problems[0]?.reason).toBe(true);
  });

  it('says what to do about a `require` of the kitchen', async () => {
    const folder = await scenarioFolder({
      'second.js': "const { z } = require('mcp-fault-kitchen');\nmodule.exports = z;\n",
      'third.js': "module.exports = require('mcp-fault-larder');\n",
    });
    const { problems } = await load(folder, 'second');
    expect(problems).toEqual([
      {
        file: join(folder, 'second.js'),
        reason:
          "it cannot be loaded: Cannot find module 'mcp-fault-kitchen'; use import in place of require, and name it second.mjs",
      },
      { file: join(folder, 'third.js'), reason: expect.not.stringContaining('import') },
    ]);
  });

  it('outlives a file whose top-level await nothing will ever settle', async () => {
    const folder = await scenarioFolder({ 'never.js': 'await new Promise(() => undefined);' });
    const { stdout } = await runNode(`
      import { loadScenarios } from ${JSON.stringify(builtUrl('src/scenario/load-scenarios.js'))};
      await loadScenarios();
      const { problems } = await loadScenarios([${JSON.stringify(folder)}], 500);
      console.log(problems.length);
    `);
    expect(stdout).toBe('1\n');
  });

  it('still refuses other packages that are not there', async () => {
    const folder = await scenarioFolder({ 'lost.js': "import 'mcp-fault-larder';" });
    const { problems } = await load(folder, 'lost');
    expect(problems).toEqual([
      { file: join(folder, 'lost.js'), reason: expect.stringContaining("'mcp-fault-larder'") },
    ]);
  });
});
