/** Revisions of selections over the life of a workspace, by the admin API on a real socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Kitchen } from '../src/kitchen-options.js';
import { createKitchen } from '../src/kitchen.js';
import { testKitchen } from './support/kitchen.js';

async function ask(
  kitchen: Kitchen,
  verb: string,
  path: string,
  ifMatch?: string,
): Promise<{ readonly status: number; readonly tag: string }> {
  const response = await fetch(`${kitchen.apiUrl}/workspaces/${path}`, {
    method: verb,
    headers: {
      'content-type': 'application/json',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(verb === 'PUT' && { body: JSON.stringify({ scenario: 'baseline' }) }),
  });
  return { status: response.status, tag: response.headers.get('etag') ?? '' };
}

it.each(['default', 'seat-1'])(
  'a tag of before %s was deleted matches nothing afterwards',
  async (name) => {
    const kitchen = await testKitchen();
    const path = `${name}/selection`;
    if (name !== 'default') kitchen.service.createWorkspace(name);
    const tags = [(await ask(kitchen, 'GET', path)).tag];
    for (let count = 0; count < 3; count += 1) tags.push((await ask(kitchen, 'PUT', path)).tag);
    expect((await ask(kitchen, 'DELETE', name)).status).toBe(204);
    if (name !== 'default') kitchen.service.createWorkspace(name);
    for (let count = 0; count < 4; count += 1) {
      for (const tag of tags) expect((await ask(kitchen, 'PUT', path, tag)).status).toBe(412);
      const { tag } = await ask(kitchen, 'GET', path);
      expect(tags).not.toContain(tag);
      tags.push(tag);
      expect((await ask(kitchen, 'PUT', path, tag)).status).toBe(200);
    }
  },
);

it('revisions go on over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const open = (): Promise<Kitchen> => createKitchen({ port: 0, db: join(folder, 'kitchen.db') });
  const before = await open();
  const { revision } = before.select({ scenario: 'baseline', workspace: 'seat-1' });
  await before.service.deleteWorkspace('seat-1');
  await before.close();
  const after = await open();
  const again = after.select({ scenario: 'baseline', workspace: 'seat-1' });
  await after.close();
  expect(again.revision).toBeGreaterThan(revision);
});
