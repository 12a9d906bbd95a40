import { describe, expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';

const rulesOf = (findings: readonly { readonly rule: string }[] | undefined): readonly string[] =>
  (findings ?? []).map(({ rule }) => rule);

describe('an id that is in use', () => {
  it('is refused while its request waits for an answer, which then comes', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const asking = await client.open('tools/call', { name: 'ask' }, 7);
    const question = await asking.message();

    const second = await client.post(client.message('ping', {}, 7));
    expect([second.status, second.reply.id, second.reply.error.code]).toEqual([400, null, -32600]);
    expect(second.reply.error.message).toMatch(/id 7 .* no answer yet/);
    const observation = await kitchen.waitFor(({ rpc }) => rpc.method === 'ping');
    expect(observation).toMatchObject({ outcome: 'HTTP_ERROR', errorCode: -32600 });
    expect(rulesOf(observation.findings)).toEqual(['C-BASE-05']);

    await client.answer(question.id, { action: 'accept', content: { name: 'Ada' } });
    expect((await asking.message()).id).toBe(7);
  });

  it('may be used again once it was answered or called off', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    expect((await client.post(client.message('ping', {}, 7))).status).toBe(200);
    const asking = await client.open('tools/call', { name: 'ask' }, 7);
    await asking.message();
    await client.post({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7 },
    });
    const { status, reply } = await client.post(client.message('ping', {}, 7));
    expect([status, reply.id, reply.result]).toEqual([200, 7, {}]);
  });

  it('is not the same number as text', async () => {
    const client = await LegacyClient.connect(await testKitchen(), { socket: true });
    const asking = await client.open('tools/call', { name: 'ask' }, 7);
    await asking.message();
    expect((await client.post(client.message('ping', {}, '7'))).reply.id).toBe('7');
    await asking.cancel();
  });

  it('is refused twice in one batch', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, {
      socket: true,
      protocolVersion: '2025-03-26',
    });
    const { status, reply } = await client.post(
      [1, 2, 1].map((id) => client.message('ping', {}, id)),
    );
    expect([status, reply.error.code]).toEqual([400, -32600]);
    const observation = await kitchen.waitFor(({ rpc }) => rpc.kind === 'batch');
    expect(rulesOf(observation.findings)).toEqual(['C-BASE-05']);
    expect((await client.post(client.message('ping', {}, 1))).status).toBe(200);
  });
});

describe('an id beyond all numbers', () => {
  it('is refused as what could not be read, and spoils no later answer', async () => {
    const client = await LegacyClient.connect(await testKitchen(), { socket: true });
    const { status, reply } = await client.post('{"jsonrpc":"2.0","id":1e400,"method":"ping"}');
    expect([status, reply.id]).toEqual([400, null]);
    expect((await client.post('{')).reply.id).toBeNull();
  });
});

describe('a batch', () => {
  it.each(['2025-06-18', '2025-11-25'])('is refused in %s', async (protocolVersion) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true, protocolVersion });
    for (const headers of [{}, { 'mcp-protocol-version': '' }]) {
      const { status, reply } = await client.post([client.message('ping')], headers);
      expect([status, reply.id, reply.error.code]).toEqual([400, null, -32600]);
      const observation = await kitchen.waitFor(({ rpc }) => rpc.kind === 'batch');
      expect(rulesOf(observation.findings)).toContain('C-HTTP-05');
      kitchen.service.clearObservations('default');
    }
  });

  it('is served in 2025-03-26, and refused where it is empty', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, {
      socket: true,
      protocolVersion: '2025-03-26',
    });
    const headers = { 'mcp-protocol-version': '' };
    const served = await client.post([client.message('ping', {}, 1)], headers);
    expect(served).toMatchObject({ status: 200, messages: [{ id: 1, result: {} }] });
    const observation = await kitchen.waitFor(({ rpc }) => rpc.kind === 'batch');
    expect(observation.findings).toEqual([]);
    const { status, reply } = await client.post([], headers);
    expect([status, reply.error.code]).toEqual([400, -32600]);
  });

  it('cannot hold an initialize: it opens nothing', async () => {
    const kitchen = await testKitchen();
    const connected = await LegacyClient.connect(kitchen, { socket: true });
    const session = await connected.session();
    const client = new LegacyClient(kitchen, { socket: true });
    const initialize = client.message('initialize', {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'old-client', version: '1.0.0' },
    });
    for (const batch of [[initialize], [initialize, client.message('ping')]]) {
      const { status, reply, response } = await client.post(batch);
      expect([status, reply.id, reply.error.code]).toEqual([400, null, -32600]);
      expect(reply.error.message).toMatch(/initialize/);
      expect(response.headers.get('mcp-session-id')).toBeNull();
    }
    expect(kitchen.service.session('default', session).endedAt).toBeNull();
    // The same, not served, without a session.
    expect((await client.post([client.message('ping')])).status).toBe(400);
  });

  it('is refused beyond 100 messages before anything is given up for them', async () => {
    const protocolVersion = '2025-03-26';
    const client = await LegacyClient.connect(await testKitchen(), {
      socket: true,
      protocolVersion,
    });
    const batch = Array.from({ length: 101 }, () => client.message('ping'));
    const { status, reply } = await client.post(batch);
    expect([status, reply.id, reply.error.code]).toEqual([400, null, -32600]);
    expect(reply.error.message).toMatch(/holds 100 messages at most/);
  });

  it('gives each id back byte for byte', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, {
      socket: true,
      protocolVersion: '2025-03-26',
    });
    const tokens = ['1.0', String.raw`"a\u0062"`, '2e0', '3'];
    const parts = tokens.map((token) => `{"jsonrpc":"2.0","id":${token},"method":"ping"}`);
    const response = await client.send('POST', ` [ ${parts.join(' , ')} ] `);
    const text = await response.text();
    expect([...text.matchAll(/"id":("[^"]*"|[^,}]*)/g)].map(([, id]) => id)).toEqual(tokens);
  });
});
