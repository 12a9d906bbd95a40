import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import type { Scenario } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { checkParams } from '../src/scenario/check-params.js';
import { undescribedParams } from '../src/scenario/params-schema.js';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const entries = await readdir(at('scenarios/'), { withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
const folders = entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
const readme = existsSync(at('README.md')) ? await readFile(at('README.md'), 'utf8') : '';

describe.each(files.map((file) => parse(file).name))('the scenario %s', (id) => {
  const scenario: Promise<{ default: Scenario }> = import(at(`scenarios/${id}.ts`).href);

  it('is named by its file', async () => {
    expect((await scenario).default.id).toBe(id);
  });

  it('has a test of its name', () => {
    expect(existsSync(at(`test/scenarios/${id}.test.ts`))).toBe(true);
  });

  it('has a row in the table of the README', () => {
    expect(readme).toMatch(new RegExp(`^\\| *(?:\\[)?\`${id}\``, 'm'));
  });

  it('describes every param, and is content with none and with its example', async () => {
    const { default: loaded } = await scenario;
    expect(undescribedParams(loaded)).toEqual([]);
    expect(checkParams(loaded, {})).toMatchObject({ ok: true });
    expect(checkParams(loaded, loaded.example)).toMatchObject({ ok: true });
  });

  it('teaches with links to the specification', async () => {
    const { lesson, summary } = (await scenario).default;
    expect(lesson).toContain('https://modelcontextprotocol.io/specification/2026-07-28/');
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the catalogue', () => {
  it('holds scenarios, folders of their own beside them, and nothing else', () => {
    expect(files.filter((file) => !file.endsWith('.ts'))).toEqual([]);
    expect(folders.filter((folder) => !files.includes(`${folder}.ts`))).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(5);
  });
});
