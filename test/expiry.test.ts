import { describe, expect, it } from 'vitest';
import { createKitchen } from '../src/kitchen.js';
import { FakeClock } from './support/fake-clock.js';
import { testKitchen } from './support/kitchen.js';
import { postCall } from './support/post-call.js';
import { temporaryFolder } from './support/temporary-folder.js';

const FAULT = { scenario: 'http_status_sequence', params: { statusCodes: [503] } };
const MINUTE_MS = 60_000;

describe('a selection that expires', () => {
  it('after a time goes back to what was selected before', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock });
    kitchen.select({ scenario: 'baseline', params: { delayMs: 7 }, seed: 3 });
    const { revision } = kitchen.select({ ...FAULT, expiresAfter: { ms: MINUTE_MS } });
    clock.advance(MINUTE_MS - 1);
    expect(kitchen.service.selection('default')).toMatchObject({ ...FAULT, revision });
    clock.advance(1);
    expect(kitchen.service.selection('default')).toMatchObject({
      scenario: 'baseline',
      params: { delayMs: 7 },
      seed: 3,
      revision: revision + 1,
    });
    expect(kitchen.service.selection('default')).not.toHaveProperty('expiresAfter');
  });

  it('after a number of POSTs heals the next session, not the one that runs', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ ...FAULT, expiresAfter: { posts: 2 } });
    const ordered = kitchen.order(FAULT);
    expect(await postCall(ordered.url)).toBe(503);
    expect(await postCall(kitchen.mcpUrl)).toBe(503);
    expect(kitchen.service.selection('default').scenario).toBe('http_status_sequence');
    expect(await postCall(kitchen.mcpUrl)).toBe(503);
    expect(kitchen.service.selection('default').scenario).toBe('baseline');
    // A session that nothing has answered yet gives way to the new selection.
    expect(await postCall(kitchen.mcpUrl)).toBe(200);
  });

  it('goes back to the last one that does not expire', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock });
    kitchen.select({ ...FAULT, expiresAfter: { ms: MINUTE_MS } });
    kitchen.select({ scenario: 'tool_error', expiresAfter: { ms: MINUTE_MS } });
    clock.advance(MINUTE_MS);
    expect(kitchen.service.selection('default').scenario).toBe('baseline');
  });

  it('expires also where the kitchen was started anew meanwhile', async () => {
    const db = `${temporaryFolder()}/kitchen.db`;
    const clock = new FakeClock();
    const first = await createKitchen({ port: 0, db, clock });
    first.select({ scenario: 'tool_error' });
    first.select({ ...FAULT, expiresAfter: { ms: MINUTE_MS } });
    await first.close();
    clock.advance(MINUTE_MS);
    const second = await testKitchen({ db, clock });
    expect(second.service.selection('default').scenario).toBe('tool_error');
  });
});

it('a reset heals every workspace and ends every session', async () => {
  const kitchen = await testKitchen();
  kitchen.select(FAULT);
  kitchen.select({ ...FAULT, workspace: 'seat-1' });
  kitchen.order(FAULT);
  expect(await postCall(kitchen.mcpUrl)).toBe(503);
  expect(kitchen.service.reset()).toEqual({ healed: ['default', 'seat-1'], endedSessions: 2 });
  expect(await postCall(kitchen.mcpUrl)).toBe(200);
  expect(await postCall(`${kitchen.url}/w/seat-1/mcp`)).toBe(200);
});
