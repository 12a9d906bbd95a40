import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { postCall } from '../support/post-call.js';
import { scenarioFolder } from '../support/scenario-folder.js';

const soup = (status: number): string => `
id: soup
title: Soup
group: transport
summary: Soup instead of the answer.
lesson: Ask again.
rules:
  - do: { http_status: { status: ${String(status)} } }
`;

interface Setting {
  readonly file: string;
  readonly kitchen: Kitchen;
  /** Resolves with the next message of the log that has this in it. */
  logged(text: string): Promise<string>;
}

async function setting(): Promise<Setting> {
  const folder = await scenarioFolder({ 'soup.yaml': soup(501) });
  const file = join(folder, 'soup.yaml');
  const waiting = new Set<(message: string) => void>();
  const kitchen = await testKitchen({
    scenarioFolders: [folder],
    log: ({ message }) => {
      for (const hear of waiting) hear(message);
    },
  });
  return {
    file,
    kitchen,
    logged: (text) =>
      new Promise((resolve) => {
        const hear = (message: string): void => {
          if (!message.includes(text)) return;
          waiting.delete(hear);
          resolve(message);
        };
        waiting.add(hear);
      }),
  };
}

it('a saved scenario holds from the next session on; a running one keeps its own', async () => {
  const { file, kitchen, logged } = await setting();
  const running = kitchen.order({ scenario: 'soup' });
  expect(await postCall(running.url)).toBe(501);
  const again = logged('soup was read again');
  await writeFile(file, soup(502));
  await again;
  expect(await postCall(running.url)).toBe(501);
  expect(await postCall(kitchen.order({ scenario: 'soup' }).url)).toBe(502);
});

it('a broken file keeps the old scenario, and says where it is broken until it is mended', async () => {
  const { file, kitchen, logged } = await setting();
  const complaint = logged('soup.yaml');
  await writeFile(file, soup(99));
  expect(await complaint).toMatch(/line 8, column \d+: rules\.0\.do\.http_status\.status: /);
  expect(kitchen.service.health()).toMatchObject({
    status: 'degraded',
    problems: [expect.stringContaining('line 8')],
  });
  expect(await postCall(kitchen.order({ scenario: 'soup' }).url)).toBe(501);
  const mended = logged('soup was read again');
  await writeFile(file, soup(503));
  await mended;
  expect(kitchen.service.health()).toMatchObject({ status: 'ok', problems: [] });
  expect(await postCall(kitchen.order({ scenario: 'soup' }).url)).toBe(503);
});

it('a new file is a new scenario', async () => {
  const { file, kitchen, logged } = await setting();
  const found = logged('stew was read.');
  await writeFile(file.replace('soup', 'stew'), soup(504).replaceAll('soup', 'stew'));
  await found;
  expect(await postCall(kitchen.order({ scenario: 'stew' }).url)).toBe(504);
});

it('a file that is taken away is no problem, and no scenario any longer', async () => {
  const { file, kitchen, logged } = await setting();
  const complaint = logged('soup.yaml');
  await writeFile(file, soup(99));
  await complaint;
  await rm(file);
  await vi.waitFor(() => {
    expect(kitchen.service.health().problems).toEqual([]);
  });
  expect(() => kitchen.order({ scenario: 'soup' })).toThrow('There is no scenario "soup"');
});

it('a broken file is named where its scenario is asked for', async () => {
  const { file, kitchen, logged } = await setting();
  const broken = file.replace('soup', 'stew');
  const complaint = logged('stew.yaml');
  await writeFile(broken, 'id: [');
  await complaint;
  expect(() => kitchen.order({ scenario: 'stew' })).toThrow(
    /stew\.yaml is there, but broken: line/,
  );
});

it('rules that never struck say why in the record of their session', async () => {
  const { kitchen } = await setting();
  const { id, url } = kitchen.order({
    scenario: 'script',
    params: {
      rules: [
        {
          id: 'second',
          on: { method: 'tools/call', nth: 2 },
          do: { http_status: { status: 500 } },
        },
        { id: 'later', in: 'broken', do: { http_status: { status: 500 } } },
        { id: 'first', on: { nth: 1 }, do: { http_status: { status: 503 } } },
        { id: 'way', on: { nth: 9 }, goto: 'broken' },
      ],
    },
  });
  expect(await postCall(url)).toBe(503);
  expect(kitchen.service.session('default', id).rules).toEqual([
    {
      rule: 'second',
      met: 1,
      struck: 0,
      note: 'armed, never reached: waiting for the 2nd `tools/call`, saw 1',
    },
    {
      rule: 'later',
      met: 0,
      struck: 0,
      note: 'armed, never reached: the session was never in the state broken',
    },
    { rule: 'first', met: 1, struck: 1, note: null },
    {
      rule: 'way',
      met: 1,
      struck: 0,
      note: 'armed, never reached: waiting for the 9th request, saw 1',
    },
  ]);
});

it('rules that ask for more than a method say what came instead', async () => {
  const { kitchen } = await setting();
  const doing = { do: { http_status: { status: 500 } } };
  const { id, url } = kitchen.order({
    scenario: 'script',
    params: {
      rules: [
        { on: { method: 'tools/call', argument: { text: 'zzz' } }, ...doing },
        { on: { method: 'tools/call', header: { 'x-no': { exists: true } } }, ...doing },
        { on: { method: 'tools/call', after: '1h' }, ...doing },
        { on: { method: 'tools/list', connection: 9 }, ...doing },
        { in: 'late', on: { method: 'tools/call', connection: 9 }, ...doing },
        { on: { method: 'tools/call', nth: 2 }, goto: 'late' },
      ],
    },
  });
  for (let call = 0; call < 3; call += 1) await postCall(url);
  const notes = kitchen.service.session('default', id).rules.map(({ note }) => note);
  const waiting = 'armed, never reached: waiting for a';
  expect(notes).toEqual([
    `${waiting} \`tools/call\` with argument text = zzz, saw 3 \`tools/call\`, none that fits`,
    `${waiting} \`tools/call\` with header x-no, saw 3 \`tools/call\`, none that fits`,
    `${waiting} \`tools/call\` later than 1 h after the session began, saw 3 \`tools/call\`, none that fits`,
    `${waiting} \`tools/list\` on the 9th connection, saw no \`tools/list\``,
    `${waiting} \`tools/call\` on the 9th connection, saw 1 \`tools/call\`, none that fits`,
    null,
  ]);
});
