import { describe, expect, it } from 'vitest';
import { doSchema } from '../../../src/script/script-schema.js';
import { arrivalOf } from '../../support/arrival.js';
import { performDo } from '../../support/perform-fault.js';

const PATH = '/w/default/s/k/mcp';

async function locationOf(redirect: object, path = PATH, origin?: string): Promise<string | null> {
  const arrival = { ...arrivalOf({ jsonrpc: '2.0', id: 7, method: 'tools/call' }), path };
  const { headers, body } = await performDo(
    { redirect },
    { arrival, ...(origin !== undefined && { origin }) },
  );
  expect(body).toBeNull();
  return headers.find(([name]) => name === 'Location')?.[1] ?? null;
}

describe('redirect', () => {
  it.each([
    [{}, `http://127.0.0.1:4242${PATH}?hop=1`],
    [{ to: 'relative' }, `${PATH}?hop=1`],
    [{ to: 'other_host' }, `http://localhost:4242${PATH}?hop=1`],
    [{ to: 'other_port' }, `http://127.0.0.1:4243${PATH}?hop=1`],
    [{ to: 'none' }, null],
    [{ location: 'file:///etc/passwd' }, 'file:///etc/passwd'],
    [{ location: '' }, ''],
  ])('%j leads to %s', async (redirect, location) => {
    expect(await locationOf(redirect)).toBe(location);
  });

  it('counts its hops', async () => {
    expect(await locationOf({}, `${PATH}?hop=1`)).toMatch(/\?hop=2$/);
    expect(await locationOf({}, `${PATH}?x=1&hop=99`)).toMatch(/\/mcp\?hop=100$/);
  });

  it('goes back from localhost', async () => {
    const there = await locationOf({ to: 'other_host' }, PATH, 'https://localhost:4242');
    expect(there).toBe(`https://127.0.0.1:4242${PATH}?hop=1`);
  });

  it.each([301, 302, 303, 307, 308])('has the status %d', async (status) => {
    expect((await performDo({ redirect: { status } })).status).toBe(status);
  });

  it('has no other status', () => {
    expect(doSchema.safeParse({ redirect: { status: 300 } }).success).toBe(false);
  });
});
