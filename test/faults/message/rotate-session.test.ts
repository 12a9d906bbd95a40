import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import type { Answer, Kitchen } from 'mcp-fault-kitchen';
import { arrivalOf } from '../../support/arrival.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { testKitchen } from '../../support/kitchen.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { performDo } from '../../support/perform-fault.js';

const CALL = arrivalOf({ jsonrpc: '2.0', id: 7, method: 'tools/call' });

function rotated(changes: object, scene: object = {}): Promise<Answer> {
  return performDo(
    { rotate_session: changes },
    {
      arrival: { ...CALL, mcpSessionId: 'first' },
      answer: { ...jsonAnswer('{}'), headers: [['mcp-session-id', 'first']] },
      renewSessionId: () => 'second',
      ...scene,
    },
  );
}

async function rotatingKitchen(old: 'valid' | 'gone'): Promise<Kitchen> {
  const kitchen = await testKitchen();
  const rules = [{ on: { era: 'legacy' }, do: { rotate_session: { old } } }];
  kitchen.select({ scenario: 'script', params: { rules } });
  return kitchen;
}

describe('a session id that rotates', () => {
  it('is another one in the answer, and only there', async () => {
    expect(await rotated({})).toMatchObject({
      status: 200,
      headers: [['Mcp-Session-Id', 'second']],
      body: '{}',
    });
  });

  it.each([
    ['an initialize', { arrival: CALL }],
    ['a GET', { arrival: { ...CALL, verb: 'GET', mcpSessionId: 'first' } }],
  ])('is left alone by %s', async (_what, scene) => {
    expect((await rotated({}, scene)).headers).toEqual([['mcp-session-id', 'first']]);
  });

  it('is refused once it was replaced, where old ones are gone', async () => {
    expect((await rotated({}, { hasOldSessionId: true })).status).toBe(200);
    expect(await rotated({ old: 'gone' }, { hasOldSessionId: true })).toMatchObject({
      status: 404,
      body: expect.stringContaining('was replaced'),
    });
  });

  it('does not lose the official client of that era, which follows it', async () => {
    const kitchen = await rotatingKitchen('gone');
    const client = new Client({ name: 'follower', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(kitchen.mcpUrl));
    await client.connect(transport);
    const before = transport.sessionId;
    await client.callTool({ name: 'echo', arguments: { text: 'one' } });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'two' } })).toMatchObject({
      content: [{ text: 'two' }],
    });
    expect(transport.sessionId).not.toBe(before);
    await client.close();
  });

  it.each(['valid', 'gone'] as const)(
    'of a client that keeps the first: old ones %s',
    async (old) => {
      const kitchen = await rotatingKitchen(old);
      const client = new LegacyClient(kitchen, { socket: true });
      await client.initialize();
      await client.call('echo', { text: 'one' });
      const response = await client.send(
        'POST',
        client.message('tools/call', { name: 'echo', arguments: { text: 'two' } }),
      );
      expect(response.status).toBe(old === 'valid' ? 200 : 404);
      expect(await response.text()).toContain(old === 'valid' ? 'two' : 'was replaced');
    },
  );
});
