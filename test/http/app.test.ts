/** What the front door does when the admin API cannot be loaded, and when it is. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LogEntry } from '../../src/log.js';
import { createKitchen } from '../../src/kitchen.js';
import { FakeClock } from '../support/fake-clock.js';

const { load } = vi.hoisted(() => ({ load: vi.fn<() => void>() }));

vi.mock('../../src/admin/app.js', async (original) => {
  const module = await original<typeof import('../../src/admin/app.js')>();
  return {
    createAdminApp: (options: Parameters<typeof module.createAdminApp>[0]) => {
      load();
      return module.createAdminApp(options);
    },
  };
});

it('an admin API that cannot be loaded is answered and logged, and tried again', async () => {
  const log: LogEntry[] = [];
  const kitchen = await createKitchen({ port: 0, clock: new FakeClock(), log: (e) => log.push(e) });
  onTestFinished(() => kitchen.close());
  load.mockImplementationOnce(() => {
    throw new Error('too many open files');
  });
  const failed = await fetch(`${kitchen.apiUrl}/health`);
  expect(failed.status).toBe(500);
  expect(failed.headers.get('content-type')).toBe('application/problem+json');
  expect(await failed.json()).toMatchObject({ code: 'internal' });
  expect(log.filter(({ level }) => level === 'error')).toMatchObject([
    { error: 'too many open files' },
  ]);
  expect((await fetch(`${kitchen.apiUrl}/health`)).status).toBe(200);
});

it('the admin API is loaded soon after the start, before anybody asks for it', async () => {
  const clock = new FakeClock();
  const kitchen = await createKitchen({ port: 0, clock });
  onTestFinished(() => kitchen.close());
  load.mockClear();
  clock.advance(1_000);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  expect((await fetch(`${kitchen.apiUrl}/health`)).status).toBe(200);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a kitchen that could not load it says so, and goes on', async () => {
  const clock = new FakeClock();
  const log: LogEntry[] = [];
  const kitchen = await createKitchen({ port: 0, clock, log: (entry) => log.push(entry) });
  onTestFinished(() => kitchen.close());
  load.mockImplementationOnce(() => {
    throw new Error('too many open files');
  });
  clock.advance(1_000);
  await expect
    .poll(() => log.filter(({ level }) => level === 'error'))
    .toMatchObject([{ error: 'too many open files' }]);
  expect((await fetch(`${kitchen.apiUrl}/health`)).status).toBe(200);
});
