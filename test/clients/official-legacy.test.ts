/** The official client as it comes (it opens with `initialize`), and what it makes of a kitchen of one era. */
import {
  type Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Kitchen, KitchenOptions } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { type Asked, connect, recorded, report, type Report } from '../support/official-client.js';

const HANDSHAKE = ['initialize 200 RESULT', 'notifications/initialized 202 ACCEPTED'];
const DONE = 'tools/call 200 TOOL_SUCCESS';

type Options = Omit<Parameters<typeof connect>[1], 'mode'>;

interface Met {
  readonly reported: Report;
  /** In the order of arrival, without the GET stream, which comes at any time. */
  readonly exchanges: readonly string[];
}

/** Connects, does something, and leaves. */
async function meet(
  kitchen: Kitchen,
  run: (client: Client) => Promise<unknown> = call,
  { mode = 'legacy', ...options }: Options & { readonly mode?: VersionNegotiationMode } = {},
): Promise<Met> {
  const reported = await report(async () => {
    const client = await connect(kitchen, { mode, ...options });
    try {
      return await run(client);
    } finally {
      await client.close();
    }
  });
  const exchanges = (await recorded(kitchen)).filter((line) => !line.startsWith('GET'));
  return { reported, exchanges };
}

function call(client: Client, name = 'run_scenario'): Promise<unknown> {
  return client.callTool({ name, arguments: {} });
}

const selecting = (scenario: string, params?: KitchenOptions['params']): Promise<Kitchen> =>
  testKitchen({ scenario, params });

describe('the official client by default', () => {
  it('speaks 2025-11-25, and finds all that the catalogue offers', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode: 'legacy' });
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    expect((await client.listTools()).tools).toHaveLength(9);
    expect((await client.listPrompts()).prompts).toHaveLength(2);
    expect((await client.listResources()).resources).toHaveLength(2);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect(await client.readResource({ uri: 'kitchen://plate.png' })).toMatchObject({
      contents: [{ mimeType: 'image/png' }],
    });
    expect(
      await client.getPrompt({ name: 'plan_meal', arguments: { dish: 'soup' } }),
    ).toMatchObject({ messages: [{}] });
    expect(
      await client.complete({
        ref: { type: 'ref/prompt', name: 'plan_meal' },
        argument: { name: 'dish', value: 'd' },
      }),
    ).toMatchObject({ completion: { values: ['dumplings'] } });
    await client.ping();
  });

  it('hears progress, and log messages from the level on that it set', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode: 'legacy' });
    const heard: string[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => {
      heard.push(params.level);
    });
    await client.setLoggingLevel('warning');
    await client.callTool({ name: 'log', arguments: { level: 'info' } });
    await client.callTool({ name: 'log', arguments: { level: 'error' } });
    expect(heard).toEqual(['error']);
    const steps: number[] = [];
    await client.callTool(
      { name: 'slow', arguments: { ms: 2, steps: 2 } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(steps).toEqual([1, 2]);
  });

  it('is told of a changed catalogue', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode: 'legacy' });
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        resolve();
      });
    });
    await expect.poll(() => listening(kitchen)).toBe(true);
    kitchen.select({ scenario: 'conformance' });
    await told;
  });

  it('calls off what takes too long, and goes on', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode: 'legacy' });
    const leaving = new AbortController();
    const late = report(() =>
      client.callTool({ name: 'slow', arguments: { ms: 600_000 } }, { signal: leaving.signal }),
    );
    await expect
      .poll(() => kitchen.observations().some(({ rpc }) => rpc.name === 'slow'))
      .toBe(true);
    leaving.abort('enough');
    expect(await late).toHaveProperty('threw');
    const record = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(record).toMatchObject({ outcome: 'CANCELLED', closedBy: 'client' });
    expect(await report(() => call(client))).toMatchObject({ returned: { content: [{}] } });
  });

  it('answers the form of "ask"', async () => {
    const answer = (): ElicitResult => ({
      action: 'accept',
      content: { name: 'Ada', approved: true },
    });
    const { reported, exchanges } = await meet(
      await testKitchen(),
      (client) => call(client, 'ask'),
      { answer },
    );
    expect(reported).toMatchObject({
      returned: { structuredContent: { action: 'accept', name: 'Ada', approved: true } },
    });
    expect(exchanges).toEqual([...HANDSHAKE, DONE, 'POST 202 ACCEPTED']);
  });

  it('two windows of one program go on side by side, each in its session', async () => {
    const kitchen = await selecting('http_status_sequence', {
      statusCodes: [503, 200],
      on: { method: 'tools/call' },
    });
    const first = await connect(kitchen, { mode: 'legacy' });
    const second = await connect(kitchen, { mode: 'legacy' });
    for (const client of [first, second, first, second]) await report(() => call(client));
    const calls = (await seen(kitchen)).filter((line) => line.startsWith('tools/call'));
    expect(calls).toEqual([
      'tools/call 503 HTTP_ERROR http_status',
      'tools/call 503 HTTP_ERROR http_status',
      DONE,
      DONE,
    ]);
  });

  it('ends its session by DELETE', async () => {
    const kitchen = await testKitchen();
    const { exchanges } = await meet(kitchen, async ({ transport }) => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    });
    expect(exchanges).toEqual([...HANDSHAKE, 'DELETE 200 SESSION_END']);
    expect(kitchen.service.sessions('default', { limit: 1 }).items).toMatchObject([
      { endReason: 'deleted', era: 'legacy', protocolVersion: '2025-11-25' },
    ]);
  });

  it('is told 404 once its session was ended, and may begin anew', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode: 'legacy' });
    kitchen.endSessions();
    expect(await report(() => call(client))).toMatchObject({
      threw: 'SdkHttpError',
      data: { status: 404, text: expect.stringContaining('Session not found') },
    });
    expect((await meet(kitchen)).reported).toMatchObject({ returned: { content: [{}] } });
  });
});

describe('the official client by default, in each scenario', () => {
  it('baseline: returns', async () => {
    const { reported, exchanges } = await meet(await selecting('baseline', { delayMs: 1 }));
    expect(reported).toMatchObject({ returned: { structuredContent: { scenario: 'baseline' } } });
    expect(exchanges).toEqual([...HANDSHAKE, DONE].map((line) => `${line} delay`));
  });

  it.each([500, 503, 429, 404, 400])(
    'http_status_sequence: %i on a call is thrown, and the next call goes through',
    async (status) => {
      const kitchen = await selecting('http_status_sequence', {
        statusCodes: [status, 200],
        on: { method: 'tools/call' },
      });
      const { reported, exchanges } = await meet(kitchen, async (client) => [
        await report(() => call(client)),
        await report(() => call(client)),
      ]);
      expect(reported).toMatchObject({
        returned: [
          { threw: 'SdkHttpError', data: { status } },
          { returned: { structuredContent: { scenario: 'http_status_sequence' } } },
        ],
      });
      expect(exchanges).toEqual([
        ...HANDSHAKE,
        `tools/call ${String(status)} HTTP_ERROR http_status`,
        DONE,
      ]);
    },
  );

  it('http_status_sequence: 503 on the handshake rejects connect(), and the next attempt gets in', async () => {
    const kitchen = await selecting('http_status_sequence');
    expect((await meet(kitchen)).reported).toMatchObject({
      threw: 'SdkHttpError',
      data: { status: 503 },
    });
    const { reported, exchanges } = await meet(kitchen);
    expect(reported).toMatchObject({ returned: { structuredContent: { counters: { posts: 4 } } } });
    expect(exchanges).toEqual(['initialize 503 HTTP_ERROR http_status', ...HANDSHAKE, DONE]);
  });

  it.each([-32601, -32602, -32603, -32700, -32021, -32022, 42])(
    'jsonrpc_error: %i comes inside HTTP 200 and is thrown',
    async (code) => {
      const { reported, exchanges } = await meet(await selecting('jsonrpc_error', { code }));
      expect(reported).toMatchObject({ code });
      expect(exchanges).toEqual([
        ...HANDSHAKE,
        `tools/call 200 JSONRPC_ERROR ${String(code)} jsonrpc_error`,
      ]);
    },
  );

  it.each(['json', 'sse'])('tool_error: is returned, as %s', async (as) => {
    const { reported, exchanges } = await meet(await selecting('tool_error', { as }));
    expect(reported).toMatchObject({ returned: { isError: true, content: [{ type: 'text' }] } });
    expect(exchanges).toEqual([...HANDSHAKE, 'tools/call 200 TOOL_ERROR tool_error']);
  });

  it('input_required: is asked while the call runs, and returns with the answer', async () => {
    const shown: Asked[] = [];
    const { reported, exchanges } = await meet(await selecting('input_required'), call, {
      answer: (asked) => {
        shown.push(asked);
        return { action: 'accept', content: { approved: true, reason: 'hungry' } };
      },
    });
    expect(shown).toMatchObject([{ mode: 'form', message: 'May this run go on?' }]);
    expect(JSON.stringify(reported)).toContain('hungry');
    expect(exchanges).toEqual([...HANDSHAKE, `${DONE} input_required`, 'POST 202 ACCEPTED']);
  });

  it('input_required: goes through several rounds of every kind', async () => {
    const form = {
      kind: 'form',
      message: 'Why?',
      schema: { type: 'object', properties: { reason: { type: 'string' } } },
    };
    const sampling = {
      kind: 'sampling',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'Which city?' } }],
        maxTokens: 10,
      },
    };
    const kitchen = await selecting('input_required', {
      rounds: [
        { requests: { why: form, where: sampling } },
        { requests: { folder: { kind: 'roots' } } },
        { requests: { page: { kind: 'url', message: 'Pay', url: 'https://pay.example/' } } },
      ],
    });
    const { reported, exchanges } = await meet(kitchen);
    const text = JSON.stringify(reported);
    for (const part of ['Rome', 'file:///menu', 'page: ']) expect(text).toContain(part);
    expect(exchanges).toEqual([
      ...HANDSHAKE,
      `${DONE} input_required`,
      ...Array.from({ length: 4 }, () => 'POST 202 ACCEPTED'),
    ]);
  });

  it('input_required: an undeclared capability ends as a failed tool', async () => {
    const { reported, exchanges } = await meet(await selecting('input_required'), call, {
      capabilities: {},
    });
    expect(reported).toMatchObject({ returned: { isError: true } });
    expect(exchanges).toEqual([...HANDSHAKE, 'tools/call 200 TOOL_ERROR input_required']);
  });
});

describe('a kitchen of one era', () => {
  it.each<[NonNullable<KitchenOptions['protocol']>, readonly string[]]>([
    ['modern', ['2026-07-28']],
    ['legacy', ['2025-11-25', '2025-06-18', '2025-03-26']],
    ['both', ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']],
  ])('%s says which versions it speaks, in health and in the tool alike', async (protocol, all) => {
    const kitchen = await testKitchen({ protocol });
    expect(kitchen.service.health().protocolVersions).toEqual(all);
    const mode = protocol === 'legacy' ? 'legacy' : 'auto';
    const { reported } = await meet(kitchen, (client) => call(client, 'connection'), { mode });
    expect(reported).toMatchObject({ returned: { structuredContent: { protocolVersions: all } } });
  });

  it('modern: refuses initialize, and names the version', async () => {
    const { reported, exchanges } = await meet(await testKitchen({ protocol: 'modern' }));
    expect(reported).toMatchObject({
      threw: 'SdkHttpError',
      data: { status: 400, text: expect.stringContaining('"supported":["2026-07-28"]') },
    });
    expect(exchanges).toEqual(['initialize 400 HTTP_ERROR -32022']);
  });

  it('legacy: a client in auto mode falls back to initialize, in one session', async () => {
    const kitchen = await testKitchen({ protocol: 'legacy' });
    const { reported, exchanges } = await meet(kitchen, call, { mode: 'auto' });
    expect(reported).toMatchObject({
      returned: { structuredContent: { counters: { posts: 4 } } },
    });
    expect(exchanges).toEqual(['server/discover 400 HTTP_ERROR -32000', ...HANDSHAKE, DONE]);
    expect(kitchen.service.sessions('default', { limit: 9 }).items).toMatchObject([
      { era: 'legacy', established: true, endReason: null },
    ]);
  });

  it('legacy: a client pinned to the modern era finds nobody to talk to', async () => {
    const { reported } = await meet(await testKitchen({ protocol: 'legacy' }), call, {
      mode: { pin: '2026-07-28' },
    });
    expect(reported).toMatchObject({ threw: 'SdkError', code: 'ERA_NEGOTIATION_FAILED' });
  });

  it('both: a client in auto mode stays in the modern era', async () => {
    const { exchanges } = await meet(await testKitchen(), call, { mode: 'auto' });
    expect(exchanges).toEqual(['server/discover 200 RESULT', DONE]);
  });

  it('both: a probe that a fault answers leads to initialize, in the same session', async () => {
    const kitchen = await selecting('http_status_sequence', { statusCodes: [404, 200] });
    const { reported, exchanges } = await meet(kitchen, call, { mode: 'auto' });
    expect(reported).toMatchObject({
      returned: { structuredContent: { counters: { posts: 4 } } },
    });
    expect(exchanges).toEqual(['server/discover 404 HTTP_ERROR http_status', ...HANDSHAKE, DONE]);
  });
});

function listening(kitchen: Kitchen): boolean {
  return kitchen
    .observations()
    .some(({ http, state }) => http.method === 'GET' && state === 'open');
}

/** What was recorded so far, streams that are still open included. */
async function seen(kitchen: Kitchen): Promise<readonly string[]> {
  return kitchen
    .observations({ after: 0, limit: 500 })
    .map(({ rpc, http, outcome, fault }) =>
      [rpc.method ?? http.method, http.status ?? '-', outcome, fault?.kind]
        .filter((part) => part !== null && part !== undefined)
        .join(' '),
    );
}
