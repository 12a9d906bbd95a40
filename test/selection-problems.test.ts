/** A saved selection whose scenario is gone: who runs a kitchen must hear of it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../src/kitchen-options.js';
import { createKitchen } from '../src/kitchen.js';
import { testKitchen } from './support/kitchen.js';
import { scenarioFolder } from './support/scenario-folder.js';

const soup = (status: number): string => `
id: soup
title: Soup
group: transport
summary: Soup instead of the answer.
lesson: Ask again.
params:
  status: { type: integer, minimum: 400, maximum: ${String(status)}, default: 400, description: Which. }
rules:
  - do: { http_status: { status: '{{param.status}}' } }
`;

interface Restarted {
  readonly kitchen: Kitchen;
  readonly warnings: readonly string[];
  readonly file: string;
}

/** A kitchen that finds soup selected, after something happened to its file. */
async function restarted(happens: (file: string) => Promise<void>): Promise<Restarted> {
  const folder = await scenarioFolder({ 'soup.yaml': soup(500) });
  const file = join(folder, 'soup.yaml');
  const options = { port: 0, db: join(folder, 'kitchen.db'), scenarioFolders: [folder] };
  const before = await createKitchen(options);
  before.select({ workspace: 'seat-1', scenario: 'soup', params: { status: 500 } });
  await before.close();
  await happens(file);
  const warnings: string[] = [];
  const kitchen = await testKitchen({
    ...options,
    log: ({ level, message }) => {
      if (level === 'warn') warnings.push(message);
    },
  });
  return { kitchen, warnings, file };
}

const DO =
  'Mend or bring back its file (one with code is read when the kitchen starts), or select another scenario.';

it('a selection whose scenario is gone is a problem, in the log and in health', async () => {
  const { kitchen, warnings } = await restarted((file) => rm(file));
  const problem = `Workspace seat-1 serves baseline in place of soup, which is selected: there is no such scenario any more. ${DO}`;
  expect(warnings).toEqual([problem]);
  expect(kitchen.service.health()).toMatchObject({ status: 'degraded', problems: [problem] });
  expect(kitchen.service.selection('seat-1').scenario).toBe('baseline');
});

it('a selection whose scenario is broken names its file', async () => {
  const { warnings, file } = await restarted((path) => writeFile(path, 'id: ['));
  expect(warnings).toContainEqual(
    expect.stringContaining(`in place of soup, which is selected: ${file} is broken: line `),
  );
});

it('a selection whose params are no longer taken says which', async () => {
  const { kitchen } = await restarted((path) => writeFile(path, soup(450)));
  expect(kitchen.service.health().problems).toEqual([
    expect.stringMatching(/it does not take the saved params any more \(params\.status: .*450/),
  ]);
});

it('is no problem any longer once something is selected, or the workspace is gone', async () => {
  const one = await restarted((file) => rm(file));
  one.kitchen.select({ workspace: 'seat-1', scenario: 'hang' });
  expect(one.kitchen.service.health().problems).toEqual([]);
  const other = await restarted((file) => rm(file));
  await other.kitchen.service.deleteWorkspace('seat-1');
  expect(other.kitchen.service.health().problems).toEqual([]);
});

it('a file that is taken away while it is selected is a problem until it is back', async () => {
  const folder = await scenarioFolder({ 'soup.yaml': soup(500) });
  const file = join(folder, 'soup.yaml');
  const messages: string[] = [];
  const kitchen = await testKitchen({
    scenarioFolders: [folder],
    log: ({ message }) => messages.push(message),
  });
  kitchen.select({ scenario: 'soup' });
  await rm(file);
  await expect.poll(() => messages).toContain('Scenario soup is gone with its file.');
  expect(kitchen.service.health().problems).toEqual([
    'Workspace default has soup selected, whose file is gone: the sessions that begin now fail. Bring the file back, or select another scenario.',
  ]);
  await writeFile(file, soup(500));
  await expect.poll(() => kitchen.service.health().problems).toEqual([]);
});

describe('a file that is saved while it is selected', () => {
  const seasoned = soup(500)
    .replace('rules:', '  salt: { type: string, default: salty, description: Body. }\nrules:')
    .replace("'{{param.status}}' }", "'{{param.status}}', body: '{{param.salt}}' }");

  async function saved(text: string): Promise<{ kitchen: Kitchen; file: string; said: string[] }> {
    const folder = await scenarioFolder({ 'soup.yaml': soup(500) });
    const file = join(folder, 'soup.yaml');
    const said: string[] = [];
    const kitchen = await testKitchen({
      scenarioFolders: [folder],
      log: ({ message }) => said.push(message),
    });
    kitchen.select({ scenario: 'soup', params: { status: 500 } });
    await writeFile(file, text);
    await expect.poll(() => said).toContain('Scenario soup was read again.');
    return { kitchen, file, said };
  }

  const call = async (kitchen: Kitchen): Promise<readonly [number, string]> => {
    const response = await fetch(kitchen.mcpUrl, { method: 'POST', body: '{}' });
    return [response.status, await response.text()];
  };

  it('gives a param that is new its default', async () => {
    const { kitchen } = await saved(seasoned);
    expect(await call(kitchen)).toEqual([500, 'salty']);
  });

  it('is a problem where it no longer takes the saved params, until it takes them again', async () => {
    const { kitchen, file, said } = await saved(soup(450));
    const [problem] = kitchen.service.health().problems;
    expect(problem).toMatch(/serves baseline in place of soup.*params\.status: .*450/);
    expect(said).toContain(problem);
    await writeFile(file, soup(500));
    await expect.poll(() => kitchen.service.health().problems).toEqual([]);
    expect(await call(kitchen)).toEqual([500, '']);
  });
});
