/** The README, taken at its word: its commands are run, its examples executed, its tables compared with the code. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, spawnKitchen, type Serving } from './cli/run-kitchen.js';
import { alike } from './readme/alike.js';
import { readPage, readSteps, writeSteps } from './readme/read-page.js';
import { DEFAULT_ADDRESS, openWorkbench, type Workbench } from './readme/workbench.js';

const root = new URL('../', import.meta.url);
const page = await readFile(new URL('README.md', root), 'utf8');
const { fences } = readPage(page);
const inLanguage = (language: string): readonly string[] =>
  fences.filter((fence) => fence.language === language).map(({ code }) => code);

/** The files that the page lets its reader save: blocks whose first line names one. */
const files = new Map(
  fences.flatMap(({ code }) => {
    const name = /^\/\/ (\S+\.\w+)\n/.exec(code)?.[1];
    return name === undefined ? [] : [[name, code] as const];
  }),
);

/** As in this repository, but without its short way to the package. */
const TSCONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: { rootDir: '.', paths: {} },
  include: ['*.test.ts'],
  exclude: [],
};

describe('the page', () => {
  it('begins with the two commands', () => {
    expect(fences[0]).toMatchObject({
      language: 'sh',
      code: 'npm ci && npm start\nnpm ci && npm test\n',
    });
  });

  it('holds no block that is not tried below', () => {
    expect([...files.keys()]).toEqual(['call.mjs', 'my-scenarios/sold_out.mjs', 'client.test.ts']);
    expect(inLanguage('sh').slice(1)).toEqual(['npx kitchen serve --scenarios my-scenarios\n']);
    expect(inLanguage('text')).toHaveLength(1);
    expect(inLanguage('json')).toHaveLength(1);
    const others = fences.filter(
      ({ language, code }) =>
        !['console', 'sh', 'text', 'json'].includes(language) &&
        ![...files.values()].includes(code),
    );
    expect(others).toEqual([]);
  });

  it('links to headings and files that exist', () => {
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...page.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets) {
      if (target.startsWith('#')) expect(headings).toContain(target.slice(1));
      else expect(existsSync(new URL(target, root)), target).toBe(true);
    }
  });
});

describe('what the page lets its reader do', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench();
    for (const [name, code] of files) await bench.save(name, code);
  });
  afterAll(() => bench.close());

  it('prints at start what the page shows', async () => {
    const cwd = join(bench.folder, 'clone');
    await mkdir(cwd);
    const [shown = ''] = inLanguage('text');
    const child = spawnKitchen(['serve', '--port', '0', '--db', 'kitchen.db'], {
      cwd,
      env: { npm_lifecycle_event: 'start' },
    });
    let printed = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      printed += String(text);
      if (printed.split('\n').length >= shown.split('\n').length) child.kill();
    }
    const port = /127\.0\.0\.1:(\d+)/.exec(printed)?.[1] ?? '';
    expect(
      printed
        .replaceAll(`127.0.0.1:${port}`, DEFAULT_ADDRESS)
        // Every verb finds a kitchen at the default address without being told.
        .replaceAll(` --url http://${DEFAULT_ADDRESS}`, '')
        .replace(cwd, '/home/you/mcp-fault-kitchen'),
    ).toBe(shown);
  });

  it('answers each command as the page shows', async () => {
    for (const code of inLanguage('console')) {
      const steps = readSteps(code);
      expect(steps).not.toEqual([]);
      const done = await bench.run(steps);
      expect.soft(alike(writeSteps(done))).toBe(alike(code));
    }
  }, 120_000);

  describe('with the command in another language', () => {
    let serving: Serving;
    beforeAll(async () => {
      serving = await serve(['--scenarios', join(bench.folder, 'my-scenarios')]);
    });
    afterAll(() => serving.stop());

    it('says in its first line where it listens', () => {
      const shown: unknown = JSON.parse(inLanguage('json')[0] ?? '');
      const line = JSON.stringify(serving.listening);
      const port = String(serving.listening.port);
      expect(JSON.parse(line.replaceAll(port, '4242'))).toEqual(shown);
    });

    it('serves the scenario of the page', async () => {
      const health = await fetch(`${serving.url}/api/health`);
      expect(await health.json()).toMatchObject({ status: 'ok', problems: [] });
      const scenario = await fetch(`${serving.url}/api/scenarios/sold_out`);
      expect(await scenario.json()).toMatchObject({
        id: 'sold_out',
        example: { dish: 'dumplings' },
      });
      const order = await bench.run([
        {
          command: `MCP_URL=$(kitchen order sold_out --url ${serving.url} --params '{"on":{"method":"tools/call"}}') node call.mjs`,
          output: '',
        },
      ]);
      expect(order[0]?.output).toBe('returned: isError\nNo soup is left. Order something else.\n');
    });
  });

  it('passes as a test in a project that has the package installed', async () => {
    await bench.save('vitest.config.mjs', 'export default {};');
    await bench.save('tsconfig.json', JSON.stringify(TSCONFIG));
    await bench.tool('tsc', ['--project', '.']);
    await bench.tool('vitest', ['run', '--root', '.']);
  }, 120_000);
});
