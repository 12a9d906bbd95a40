import { expect, test, vi } from 'vitest';

const SERVER_PARTS = ['hono', '@hono/zod-openapi', '@hono/node-server', 'better-sqlite3'];

test('a verb that talks to a kitchen loads nothing that only a server needs', async () => {
  for (const part of SERVER_PARTS) {
    vi.doMock(part, () => {
      throw new Error(`${part} was loaded`);
    });
  }
  await expect(import('../../src/admin/app.js')).rejects.toThrow(/mocking a module/);
  expect(await import('../../src/admin/client.js')).toHaveProperty('createAdminClient');
  const { createProgram } = await import('../../src/cli/program.js');
  expect(await createProgram()).toBeDefined();
});
