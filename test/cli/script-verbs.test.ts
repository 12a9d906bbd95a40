import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioFolder } from '../support/scenario-folder.js';
import { kitchen, serve, type Run, type Serving } from './run-kitchen.js';

let serving: Serving;
beforeAll(async () => {
  serving = await serve();
});
afterAll(async () => {
  await serving.stop('SIGKILL');
});

const run = (...args: readonly string[]): Promise<Run> =>
  kitchen(args, { env: { KITCHEN_URL: serving.url } });

const GOOD = `id: soup
title: Soup
group: transport
summary: Soup instead of the answer.
lesson: Ask again.
rules:
  - do: { http_status: { status: 503 } }
`;

describe('kitchen lint', () => {
  it('says that a file is good, and ends with 0', async () => {
    const folder = await scenarioFolder({ 'soup.yaml': GOOD });
    const { code, stdout, stderr } = await kitchen(['lint', join(folder, 'soup.yaml')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/soup\.yaml: good \(Soup\)\n$/);
  });

  it('names line and column of what is wrong in each file, and ends with 1', async () => {
    const folder = await scenarioFolder({
      'soup.yaml': GOOD.replace('503', '99'),
      'stew.yaml': 'id: [',
      'code.js': 'export default 7;',
    });
    const files = ['soup.yaml', 'stew.yaml', 'code.js', 'gone.yaml'].map((file) =>
      join(folder, file),
    );
    const { code, stdout } = await kitchen(['lint', ...files]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/soup\.yaml:7:\d+: rules\.0\.do\.http_status\.status: /);
    expect(stdout).toMatch(/stew\.yaml:\d+:\d+: /);
    expect(stdout).toContain('code.js: the default export is no scenario');
    expect(stdout).toContain('gone.yaml: ');
  });

  it('hints at a word that is misspelt and legal, and ends with 0', async () => {
    const text = GOOD.replace('  - do', '  - on: { method: tool/call }\n    do');
    const folder = await scenarioFolder({ 'soup.yaml': text });
    const { code, stdout } = await kitchen(['lint', join(folder, 'soup.yaml')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /soup\.yaml: good \(Soup\)\n.*soup\.yaml:7:19: hint: rules\.0\.on\.method: .*did you mean tools\/call\?\n$/,
    );
  });

  it('says what to give instead of a folder, of no file, and of any other file', async () => {
    const folder = await scenarioFolder({ 'soup.md': GOOD });
    const files = [folder, join(folder, 'gone.yaml'), join(folder, 'soup.md')];
    const { code, stdout } = await kitchen(['lint', ...files]);
    expect(code).toBe(1);
    const [first, second, third] = stdout.split('\n');
    expect(first).toMatch(/: it is a folder: name the files in it, say .*\/\*\.yaml$/);
    expect(second).toMatch(/gone\.yaml: there is no such file$/);
    expect(third).toMatch(/soup\.md: a scenario is a \.yaml, .* file, not \.md$/);
  });

  it('prints JSON', async () => {
    const folder = await scenarioFolder({ 'soup.yaml': GOOD.replace('503', '99') });
    const file = join(folder, 'soup.yaml');
    const { code, stdout } = await kitchen(['lint', '--json', file]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ file, mistakes: [{ line: 7 }] }] });
  });
});

describe('kitchen schema', () => {
  it('prints the JSON Schema of scenario files, or of scripts', async () => {
    const ofFiles = await kitchen(['schema']);
    expect(ofFiles.code).toBe(0);
    expect(JSON.parse(ofFiles.stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: expect.arrayContaining(['id', 'lesson', 'rules']) as unknown,
    });
    const ofScripts = await kitchen(['schema', '--script']);
    expect(JSON.parse(ofScripts.stdout)).toMatchObject({ required: ['rules'] });
  });
});

describe('kitchen select --expires-after', () => {
  it.each([
    ['10m', { ms: 600_000 }, 'Expires after   600000 ms'],
    ['20posts', { posts: 20 }, 'Expires after   20 POSTs'],
  ])('takes %s', async (text, expiry, line) => {
    const { code, stdout } = await run('select', 'tool_error', '--expires-after', text);
    expect(code).toBe(0);
    expect(stdout).toContain(line);
    const { stdout: shown } = await run('selection', '--json');
    expect(JSON.parse(shown)).toMatchObject({ expiresAfter: expiry });
  });

  it('refuses anything else', async () => {
    const { code, stderr } = await run('select', 'tool_error', '--expires-after', 'soon');
    expect(code).toBe(2);
    expect(stderr).toContain('Write a duration (10m) or a number of POSTs (20posts)');
  });
});

describe('kitchen reset', () => {
  it('heals every workspace', async () => {
    await run('select', 'tool_error');
    await run('select', 'tool_error', '--workspace', 'seat-1');
    const { code, stdout } = await run('reset');
    expect(code).toBe(0);
    expect(stdout).toBe('Healed: default, seat-1; sessions ended: 0.\n');
    const { stdout: shown } = await run('selection', '--workspace', 'seat-1', '--json');
    expect(JSON.parse(shown)).toMatchObject({ scenario: 'baseline' });
    expect((await run('reset')).stdout).toBe('No workspace had a fault; sessions ended: 0.\n');
  });
});
