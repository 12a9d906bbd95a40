/** The official client and the situations of the menu that show most: what it reports, and what was recorded. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import type { Kitchen, KitchenOptions } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { connect, recorded, report } from '../support/official-client.js';

const PINNED = { pin: '2026-07-28' } as const;
const DISCOVER = 'server/discover 200 RESULT';
const SUCCESS = 'tools/call 200 TOOL_SUCCESS';
const HI = { content: [{ type: 'text', text: 'hi' }] };

const selecting = (scenario: string, params: KitchenOptions['params'] = {}): Promise<Kitchen> =>
  testKitchen({ scenario, params });

function echo(client: Client): Promise<unknown> {
  return client.callTool({ name: 'echo', arguments: { text: 'hi' } });
}

async function toolNames(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

describe('connection and stream', () => {
  it('connection_close: the one call is lost, the next one works', async () => {
    const kitchen = await selecting('connection_close');
    const client = await connect(kitchen, { mode: PINNED });
    expect(await report(() => echo(client))).toMatchObject({ threw: 'TypeError' });
    expect(await echo(client)).toMatchObject(HI);
    expect(await recorded(kitchen)).toEqual([
      DISCOVER,
      'tools/call 200 CONNECTION_LOST cut',
      SUCCESS,
    ]);
  });

  it('stream_cut: the call fails with its time-out, without a GET and without the same call again', async () => {
    const kitchen = await selecting('stream_cut');
    const client = await connect(kitchen, { mode: PINNED });
    const call = { name: 'echo', arguments: { text: 'hi' } };
    expect(await report(() => client.callTool(call, { timeout: 500 }))).toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
    expect(await recorded(kitchen)).toEqual([DISCOVER, 'tools/call 200 STREAM_INCOMPLETE events']);
  });

  it('double_answer: the first response counts', async () => {
    const kitchen = await selecting('double_answer');
    expect(await echo(await connect(kitchen, { mode: PINNED }))).toMatchObject(HI);
  });

  it('server_requests: the request is neither answered nor refused', async () => {
    const kitchen = await selecting('server_requests');
    expect(await echo(await connect(kitchen, { mode: PINNED }))).toMatchObject(HI);
    expect(await recorded(kitchen)).toEqual([DISCOVER, `${SUCCESS} events`]);
  });

  it('get_stream_refused: the calls work all the same', async () => {
    const kitchen = await selecting('get_stream_refused', { how: 'server_error' });
    expect(await echo(await connect(kitchen, { mode: 'legacy' }))).toMatchObject(HI);
  });
});

describe('what an answer says', () => {
  it('unknown_result_type: the result is not used', async () => {
    const kitchen = await selecting('unknown_result_type');
    const client = await connect(kitchen, { mode: PINNED });
    expect(await report(() => echo(client))).toMatchObject({
      threw: 'SdkError',
      code: 'UNSUPPORTED_RESULT_TYPE',
      data: { resultType: 'bogus' },
    });
  });

  it('schema_mismatch: the result is checked once the list is known', async () => {
    const kitchen = await selecting('schema_mismatch');
    const client = await connect(kitchen, { mode: PINNED });
    await client.listTools();
    const sum = client.callTool({ name: 'add', arguments: { a: 1, b: 3 } });
    expect(await report(() => sum)).toMatchObject({
      threw: 'ProtocolError',
      message: expect.stringContaining('sum must be number'),
    });
  });

  it('rotten_tool: a bad header costs one tool, a missing schema all of them', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const header = await connect(await selecting('rotten_tool', { rot: 'bad_header' }), {
      mode: PINNED,
    });
    expect(await toolNames(header)).toHaveLength(9);
    const schema = await connect(await selecting('rotten_tool', { rot: 'no_schema' }), {
      mode: PINNED,
    });
    expect(await report(() => toolNames(schema))).toMatchObject({ code: 'INVALID_RESULT' });
  });

  it('endless_pages: it stops at a cursor that comes again', async () => {
    const kitchen = await selecting('endless_pages');
    const names = await toolNames(await connect(kitchen, { mode: PINNED }));
    expect(new Set(names).size).toBe(4);
    const lists = (await recorded(kitchen)).filter((line) => line.startsWith('tools/list'));
    expect(lists.length).toBeLessThan(6);
  });
});

describe('versions and sessions', () => {
  it.each([
    ['old_server', {}, 'server/discover 400 HTTP_ERROR -32000 http_status'],
    [
      'old_server',
      { how: 'method_not_found' },
      'server/discover 200 JSONRPC_ERROR -32601 jsonrpc_error',
    ],
    ['version_refused', {}, 'server/discover 400 JSONRPC_ERROR -32022 jsonrpc_error'],
  ])('%s %j: it goes on with `initialize`', async (scenario, params, first) => {
    const kitchen = await selecting(scenario, params);
    const client = await connect(kitchen, { mode: 'auto' });
    expect(await echo(client)).toMatchObject(HI);
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    await client.close();
    expect((await recorded(kitchen)).slice(0, 2)).toEqual([first, 'initialize 200 RESULT']);
  });

  it('session_lost: it reports the 404, and begins no new session by itself', async () => {
    const kitchen = await selecting('session_lost', { after: 1 });
    const client = await connect(kitchen, { mode: 'legacy' });
    expect(await echo(client)).toMatchObject(HI);
    expect(await report(() => echo(client))).toMatchObject({ data: { status: 404 } });
  });
});

describe('questions', () => {
  it.each(['""', String.raw`"line one\r\nline two\r\n"`, '"  blanks  "'])(
    'tricky_state %s: comes back unchanged',
    async (state) => {
      const kitchen = await selecting('tricky_state', { state });
      expect(await echo(await connect(kitchen, { mode: PINNED }))).toMatchObject(HI);
      const [last] = kitchen.observations({ limit: 1 });
      expect(last).toMatchObject({ outcome: 'TOOL_SUCCESS', findings: [] });
    },
  );

  it('endless_questions: it has had enough after ten rounds', async () => {
    const kitchen = await selecting('endless_questions', { what: 'roots' });
    const client = await connect(kitchen, { mode: PINNED });
    expect(await report(() => echo(client))).toMatchObject({
      code: 'INPUT_REQUIRED_ROUNDS_EXCEEDED',
      data: { rounds: 10 },
    });
  });

  it.each(['decline', 'cancel'] as const)(
    'elicitation_declined: a %s arrives as such',
    async (action) => {
      const kitchen = await selecting('elicitation_declined');
      const client = await connect(kitchen, { mode: PINNED, answer: () => ({ action }) });
      expect(await echo(client)).toMatchObject({
        isError: true,
        content: [{ text: `Nothing was deleted: the user answered ${action}.` }],
      });
    },
  );

  it('compatibility: the reason given, asked for, or told how to be given', async () => {
    const kitchen = await selecting('compatibility');
    const client = await connect(kitchen, {
      mode: PINNED,
      answer: () => ({ action: 'accept', content: { reason: 'Sold out' } }),
    });
    await client.listTools();
    const close = (from: Client, more = {}): Promise<unknown> =>
      from.callTool({ name: 'close_ticket', arguments: { ticket: 'Zürich-7', ...more } });
    expect(await close(client, { reason: 'Done' })).toMatchObject({
      structuredContent: { by: 'argument', mirrored: '=?base64?WsO8cmljaC03?=' },
    });
    expect(await close(client)).toMatchObject({
      structuredContent: { by: 'question', reason: 'Sold out', protocolVersion: '2026-07-28' },
    });
    const mute = await connect(kitchen, { mode: PINNED, capabilities: {} });
    await mute.listTools();
    expect(await close(mute)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('argument "reason"') }],
    });
  });
});
