import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { StoreError } from '../../src/store/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { contentOf } from './records.js';

const BUILT = new URL('../../dist/src/store/sqlite-store.js', import.meta.url);
const HOLDER = fileURLToPath(new URL('hold-store.mjs', import.meta.url));

function startHolder(file: string): ChildProcessByStdio<null, Readable, Readable> {
  if (!fs.existsSync(BUILT))
    throw new Error('Run `npm run build` first: the child uses the build.');
  const child = spawn(process.execPath, [HOLDER, file, BUILT.href], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Resolves once the other process has saved and holds the file. */
async function holdInAnotherProcess(file: string): Promise<{ kill(): Promise<void> }> {
  const child = startHolder(file);
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  expect(String(said)).toBe('saved\n');
  return {
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

it('refuses a file that a kitchen in another process holds, at once, and leaves it alone', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'kitchen.db');
  await holdInAnotherProcess(file);
  const before = contentOf(folder);
  expect(() => openSqliteStore({ file })).toThrow(StoreError);
  expect(() => openSqliteStore({ file })).toThrow(/Another kitchen .*stop it/u);
  expect(contentOf(folder)).toEqual(before);
});

it('keeps the lock although a second kitchen of the same process was refused', async () => {
  const file = path.join(temporaryFolder(), 'kitchen.db');
  const holder = openSqliteStore({ file });
  expect(() => openSqliteStore({ file })).toThrow(/Another kitchen/u);
  const child = startHolder(file);
  const text = await readText(child.stderr);
  expect(text).toMatch(/Another kitchen/u);
  holder.close();
});

it('keeps what was committed through a kill -9, which also frees the file', async () => {
  const file = path.join(temporaryFolder(), 'kitchen.db');
  const holder = await holdInAnotherProcess(file);
  await holder.kill();
  expect(fs.existsSync(`${file}-wal`)).toBe(true);

  const store = openSqliteStore({ file });
  expect(store.workspaces()).toEqual(['default', 'seat-1']);
  expect(store.selection('seat-1')).toMatchObject({ scenario: 'tool_error', revision: 4 });
  expect(store.reservedNumber()).toBe(500);
  store.close();
});

it('refuses a file damaged after a kill -9 without folding its log into it', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'kitchen.db');
  openSqliteStore({ file }).close();
  const holder = await holdInAnotherProcess(file);
  await holder.kill();
  const descriptor = fs.openSync(file, 'r+');
  const bytes = 16_384 * 4;
  fs.writeSync(descriptor, Buffer.alloc(bytes, 0x5a), 0, bytes, bytes);
  fs.closeSync(descriptor);
  const before = contentOf(folder);
  expect(() => openSqliteStore({ file })).toThrow(/is damaged/u);
  expect(contentOf(folder)).toEqual(before);
});
