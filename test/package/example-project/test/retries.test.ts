/** With the fixture: each test that asks for `kitchen` has one of its own. */
import { test } from 'mcp-fault-kitchen/testing/vitest';
import { echo } from '../src/echo.js';

const CALLS = { method: 'tools/call' };

test('a call is sent again after a 503', async ({ kitchen, expect }) => {
  kitchen.select({
    scenario: 'http_status_sequence',
    params: { statusCodes: [503, 503, 200], on: CALLS },
  });

  await expect(echo(kitchen.mcpUrl, 'hello')).resolves.toBe('hello');

  const third = await kitchen.expectObservation({ outcome: 'TOOL_SUCCESS' });
  expect(third).toMatchObject({ counters: { call: 3 }, repeatOf: expect.any(Number) });
});

test('a call is given up after three', async ({ kitchen, expect }) => {
  const session = kitchen.order('http_status_sequence', { statusCodes: [503], on: CALLS });

  await expect(echo(session.url, 'hello')).rejects.toMatchObject({ status: 503 });

  await session.expectObservation({ counters: { call: 3 } });
  expect(session.observations().map(({ http }) => http.status)).toEqual([200, 503, 503, 503]);
});

test.concurrent.for([400, 404, 429, 500])(
  'a %i is not worth another attempt',
  async (status, { kitchen, expect }) => {
    const { url, ...session } = kitchen.order('http_status_sequence', {
      statusCodes: [status, 200],
      on: CALLS,
    });

    await expect(echo(url, 'hello')).rejects.toMatchObject({ status });

    await session.expectObservation({ http: { status }, counters: { call: 1 } });
    expect(session.observations()).toHaveLength(2);
  },
);
