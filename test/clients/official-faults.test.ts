/** The official client against faults of transport, protocol and tool: what it reports, and what was recorded. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { clockThatTells } from '../support/exchange-events.js';
import { testKitchen } from '../support/kitchen.js';
import { connect, MODES, recorded, report, type Report } from '../support/official-client.js';

const HANDSHAKE = 'server/discover 200 RESULT';
const CALLS = { method: 'tools/call' };

function call(client: Client): Promise<unknown> {
  return client.callTool({ name: 'run_scenario', arguments: {} });
}

function sequence(...statusCodes: number[]): {
  scenario: string;
  params: { statusCodes: number[]; body: string };
} {
  return { scenario: 'http_status_sequence', params: { statusCodes, body: 'No soup' } };
}

async function countersOf(kitchen: Kitchen): Promise<unknown> {
  await recorded(kitchen);
  const sessions = kitchen.service.sessions('default', { limit: 10 }).items;
  expect(sessions).toHaveLength(1);
  return sessions[0]?.counters;
}

describe.each(MODES)('the official client, $named', ({ mode }) => {
  const meet = async (kitchen: Kitchen): Promise<Report> =>
    report(async () => call(await connect(kitchen, { mode })));

  describe('baseline', () => {
    it('works, and the session counts what it sent', async () => {
      const kitchen = await testKitchen();
      expect(await meet(kitchen)).toMatchObject({
        returned: { structuredContent: { scenario: 'baseline', counters: { posts: 2 } } },
      });
      expect(await recorded(kitchen)).toEqual([HANDSHAKE, 'tools/call 200 TOOL_SUCCESS']);
      expect(await countersOf(kitchen)).toEqual({
        posts: 2,
        methods: { 'server/discover': 1, 'tools/call': 1 },
        calls: { run_scenario: 1 },
        rounds: {},
      });
    });

    it('waits for an answer that is held back', async () => {
      const kitchen = await testKitchen({ scenario: 'baseline', params: { delayMs: 30 } });
      expect(await meet(kitchen)).toMatchObject({ returned: { content: [{ type: 'text' }] } });
      expect(await recorded(kitchen)).toEqual([
        `${HANDSHAKE} delay`,
        'tools/call 200 TOOL_SUCCESS delay',
      ]);
    });

    it('gives up a call that takes too long, which is recorded as its own doing', async () => {
      const delayMs = 500_000;
      const { clock, calledOff } = clockThatTells(delayMs - 10_000);
      const kitchen = await testKitchen({
        clock,
        scenario: 'baseline',
        params: { delayMs, on: CALLS },
      });
      const client = await connect(kitchen, { mode });
      const request = { name: 'run_scenario', arguments: {} };
      expect(await report(() => client.callTool(request, { timeout: 200 }))).toMatchObject({
        threw: 'SdkError',
        code: 'REQUEST_TIMEOUT',
      });
      await calledOff;
      const observation = await kitchen.waitFor(({ rpc }) => rpc.method === 'tools/call');
      expect(observation).toMatchObject({
        outcome: 'CANCELLED',
        closedBy: 'client',
        fault: { kind: 'delay', delayMs },
      });
    });
  });

  describe('http_status_sequence', () => {
    it('on calls is an error of the one call; the next one works', async () => {
      const { scenario, params } = sequence(503, 200);
      const kitchen = await testKitchen({ scenario, params: { ...params, on: CALLS } });
      const client = await connect(kitchen, { mode });
      expect(await report(() => call(client))).toMatchObject({
        threw: 'SdkHttpError',
        message: 'Error POSTing to endpoint: No soup',
        data: { status: 503, text: 'No soup' },
      });
      expect(await report(() => call(client))).toMatchObject({ returned: { content: [{}] } });
      expect(await recorded(kitchen)).toEqual([
        HANDSHAKE,
        'tools/call 503 HTTP_ERROR http_status',
        'tools/call 200 TOOL_SUCCESS',
      ]);
      const [last, failed] = kitchen.observations({ limit: 2 });
      expect(last).toMatchObject({
        repeatOf: failed?.number,
        counters: { post: 3, method: 2, call: 2 },
      });
    });

    it.each([302, 401, 404, 429])('%i on a call is thrown as an HTTP error', async (status) => {
      const { scenario, params } = sequence(status, 200);
      const kitchen = await testKitchen({ scenario, params: { ...params, on: CALLS } });
      expect(await meet(kitchen)).toMatchObject({ threw: 'SdkHttpError', data: { status } });
      expect(await recorded(kitchen)).toEqual([
        HANDSHAKE,
        `tools/call ${String(status)} HTTP_ERROR http_status`,
      ]);
    });

    it('204 on a call is thrown as an unusable answer', async () => {
      const { scenario, params } = sequence(204);
      const kitchen = await testKitchen({ scenario, params: { ...params, on: CALLS } });
      expect(await meet(kitchen)).toMatchObject({
        threw: 'SdkError',
        code: 'CLIENT_HTTP_UNEXPECTED_CONTENT',
      });
      expect(await recorded(kitchen)).toEqual([
        HANDSHAKE,
        'tools/call 204 NO_RESPONSE http_status',
      ]);
    });

    it.each([
      [500, 'ERA_NEGOTIATION_FAILED'],
      [503, 'ERA_NEGOTIATION_FAILED'],
      [401, 'CLIENT_HTTP_AUTHENTICATION'],
      [403, 'CLIENT_HTTP_FORBIDDEN'],
    ])(
      '%i on the handshake rejects connect(), and the next attempt gets in',
      async (status, code) => {
        const kitchen = await testKitchen(sequence(status, 200));
        expect(await meet(kitchen)).toMatchObject({
          threw: 'SdkHttpError',
          code,
          message: expect.stringContaining(String(status)),
          data: { status },
        });
        expect(await meet(kitchen)).toMatchObject({ returned: { content: [{}] } });
        expect(await recorded(kitchen)).toEqual([
          `server/discover ${String(status)} HTTP_ERROR http_status`,
          HANDSHAKE,
          'tools/call 200 TOOL_SUCCESS',
        ]);
        expect(await countersOf(kitchen)).toMatchObject({ posts: 3 });
      },
    );

    it('404 on the handshake looks like an old server', async () => {
      const kitchen = await testKitchen({ ...sequence(404, 200), protocol: 'modern' });
      const met = await meet(kitchen);
      const handshake = 'server/discover 404 HTTP_ERROR http_status';
      if (mode === 'auto') {
        // It tries `initialize`, which this era has not.
        expect(met).toMatchObject({ threw: 'SdkHttpError', data: { status: 400 } });
        expect(await recorded(kitchen)).toEqual([handshake, 'initialize 400 HTTP_ERROR -32022']);
      } else {
        expect(met).toMatchObject({ threw: 'SdkError', code: 'ERA_NEGOTIATION_FAILED' });
        expect(await recorded(kitchen)).toEqual([handshake]);
      }
    });
  });

  describe('jsonrpc_error', () => {
    const errorKitchen = (params: Readonly<Record<string, unknown>>): Promise<Kitchen> =>
      testKitchen({ scenario: 'jsonrpc_error', params });

    it.each([
      [-32602, 200, 'ProtocolError', 'Invalid params'],
      [-32603, 200, 'ProtocolError', 'Internal error'],
      [-32002, 200, 'ProtocolError', 'The server reported an error'],
      [42, 200, 'ProtocolError', 'The server reported an error'],
      [-32700, 400, 'ProtocolError', 'Parse error'],
      [-32600, 400, 'ProtocolError', 'Invalid Request'],
      [-32021, 400, 'MissingRequiredClientCapabilityError', 'Server requires a client capability'],
      [-32022, 400, 'UnsupportedProtocolVersionError', 'Unsupported protocol version'],
    ])('%i comes with HTTP %i and is thrown as %s', async (code, status, threw, message) => {
      const kitchen = await errorKitchen({ code });
      expect(await meet(kitchen)).toMatchObject({
        threw,
        code,
        message: expect.stringContaining(message),
      });
      expect(await recorded(kitchen)).toEqual([
        HANDSHAKE,
        `tools/call ${String(status)} JSONRPC_ERROR ${String(code)} jsonrpc_error`,
      ]);
    });

    it('-32601 comes with HTTP 404, where this client sees the status alone', async () => {
      const kitchen = await errorKitchen({ code: -32601 });
      expect(await meet(kitchen)).toMatchObject({
        threw: 'SdkHttpError',
        message: expect.stringContaining('"code":-32601'),
        data: { status: 404 },
      });
      expect(await recorded(kitchen)).toEqual([
        HANDSHAKE,
        'tools/call 404 JSONRPC_ERROR -32601 jsonrpc_error',
      ]);
    });

    it('-32020 has the client read the tools anew and call again', async () => {
      const kitchen = await errorKitchen({ code: -32020 });
      expect(await meet(kitchen)).toMatchObject({ returned: { content: [{}] } });
      expect(await recorded(kitchen)).toEqual([
        HANDSHAKE,
        'tools/call 400 JSONRPC_ERROR -32020 jsonrpc_error',
        'tools/list 200 RESULT',
        'tools/call 200 TOOL_SUCCESS',
      ]);
    });

    it('in a stream is thrown the same way, with message and data of its own', async () => {
      const kitchen = await errorKitchen({
        code: -32603,
        message: 'Fire',
        data: { at: 3 },
        as: 'sse',
      });
      expect(await meet(kitchen)).toEqual({
        threw: 'ProtocolError',
        code: -32603,
        message: 'Fire',
        data: { at: 3 },
      });
      const observation = await kitchen.waitFor(({ rpc }) => rpc.method === 'tools/call');
      expect(observation).toMatchObject({
        outcome: 'JSONRPC_ERROR',
        errorCode: -32603,
        fault: { kind: 'jsonrpc_error', code: -32603, message: 'Fire', data: { at: 3 }, as: 'sse' },
        response: { contentType: 'text/event-stream' },
      });
    });

    it('-32022 on the handshake names the versions that are left: the client goes there, or gives up', async () => {
      const kitchen = await errorKitchen({ code: -32022, on: { method: 'server/discover' } });
      const met = await meet(kitchen);
      const [first, second] = kitchen.observations().toReversed();
      expect(first).toMatchObject({ rpc: { method: 'server/discover' }, errorCode: -32022 });
      if (mode === 'auto') {
        expect(met).toMatchObject({ returned: { content: [{}] } });
        expect(second).toMatchObject({ rpc: { method: 'initialize' }, outcome: 'RESULT' });
      } else {
        expect(met).toMatchObject({
          threw: 'UnsupportedProtocolVersionError',
          data: {
            supported: ['2025-11-25', '2025-06-18', '2025-03-26'],
            requested: '2026-07-28',
          },
        });
        expect(second).toBeUndefined();
      }
    });

    it('-32022 with data of your own is answered by one more attempt, not by a loop', async () => {
      const data = { supported: ['2026-07-28'], requested: '2026-07-28' };
      const once = await errorKitchen({
        code: -32022,
        data,
        on: { method: 'server/discover', nth: 1 },
      });
      expect(await meet(once)).toMatchObject({ returned: { content: [{}] } });
      expect(await recorded(once)).toEqual([
        'server/discover 400 JSONRPC_ERROR -32022 jsonrpc_error',
        HANDSHAKE,
        'tools/call 200 TOOL_SUCCESS',
      ]);

      const always = await errorKitchen({ code: -32022, data, on: { method: 'server/discover' } });
      expect(await meet(always)).toMatchObject({ threw: 'UnsupportedProtocolVersionError', data });
      expect(await recorded(always)).toHaveLength(2);
    });
  });

  describe('tool_error', () => {
    it.each(['json', 'sse'])('as %s is returned as a value, not thrown', async (as) => {
      const kitchen = await testKitchen({ scenario: 'tool_error', params: { message: 'No.', as } });
      expect(await meet(kitchen)).toMatchObject({
        returned: { isError: true, content: [{ type: 'text', text: 'No.' }] },
      });
      expect(await recorded(kitchen)).toEqual([HANDSHAKE, 'tools/call 200 TOOL_ERROR tool_error']);
    });

    it('may break the output schema, since the tool failed', async () => {
      const params = { structuredContent: [1, 'two'] };
      const kitchen = await testKitchen({ scenario: 'tool_error', params });
      expect(await meet(kitchen)).toMatchObject({
        returned: { isError: true, structuredContent: [1, 'two'] },
      });
    });

    it('with a content block that the client does not know is thrown', async () => {
      const params = { content: [{ type: 'hologram' }] };
      const kitchen = await testKitchen({ scenario: 'tool_error', params });
      expect(await meet(kitchen)).toMatchObject({ threw: 'SdkError', code: 'INVALID_RESULT' });
    });
  });
});
