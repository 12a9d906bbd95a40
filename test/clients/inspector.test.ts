/** The Inspector's command line: its exit codes and its words, on healthy answers and on each fault. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { clientRow, installedVersion } from '../support/client-page.js';
import {
  CALL_A_TOOL as CALL,
  inspectAll,
  type InspectorCase,
  inspectorCell,
  type InspectorRun,
} from '../support/inspector.js';

const onCalls = { statusCodes: [503, 200], body: 'No soup', on: { method: 'tools/call' } };

const CASES = {
  initialize: { scenario: 'baseline', args: ['--method', 'initialize'] },
  list: { scenario: 'baseline', args: ['--method', 'tools/list'] },
  call: {
    scenario: 'baseline',
    args: ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=hello'],
  },
  resource: {
    scenario: 'baseline',
    args: ['--method', 'resources/read', '--uri', 'kitchen://guide'],
  },
  prompt: {
    scenario: 'baseline',
    args: ['--method', 'prompts/get', '--prompt-name', 'check_connection'],
  },
  statusOnHandshake: { scenario: 'http_status_sequence', args: CALL },
  statusOnCall: { scenario: 'http_status_sequence', params: onCalls, args: CALL },
  jsonRpcError: {
    scenario: 'jsonrpc_error',
    params: { code: -32603, message: 'The kitchen is on fire' },
    args: CALL,
  },
  toolError: { scenario: 'tool_error', params: { message: 'No table is free.' }, args: CALL },
  inputRequired: { scenario: 'input_required', args: CALL },
} as const satisfies Record<string, InspectorCase>;

let runs: ReadonlyMap<keyof typeof CASES, InspectorRun>;
let kitchen: Kitchen;

beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
  runs = await inspectAll(kitchen, CASES);
}, 180_000);

afterAll(() => kitchen.close());

/** With its last exchange instead of all. */
function run(
  name: keyof typeof CASES,
): (Omit<InspectorRun, 'exchanges'> & { readonly exchange: string | undefined }) | undefined {
  const found = runs.get(name);
  return found && { ...found, exchange: found.exchanges.at(-1) };
}

describe('the Inspector at a healthy server ends with 0', () => {
  it('after the handshake', () => {
    expect(run('initialize')).toMatchObject({
      exitCode: 0,
      printed: {
        result: { protocolVersion: '2026-07-28', serverInfo: { name: 'mcp-fault-kitchen' } },
      },
      exchange: 'server/discover RESULT',
    });
  });

  it('after listing the tools', () => {
    expect(run('list')).toMatchObject({ exitCode: 0, exchange: 'tools/list RESULT' });
    expect(run('list')?.printed.result.tools).toHaveLength(9);
  });

  it('after calling a tool with an argument', () => {
    expect(run('call')).toMatchObject({
      exitCode: 0,
      printed: { result: { content: [{ type: 'text', text: 'hello' }] } },
      exchange: 'tools/call TOOL_SUCCESS',
    });
  });

  it('after reading a resource', () => {
    expect(run('resource')).toMatchObject({
      exitCode: 0,
      printed: { result: { contents: [{ uri: 'kitchen://guide' }] } },
      exchange: 'resources/read RESULT',
    });
  });

  it('after getting a prompt', () => {
    expect(run('prompt')).toMatchObject({
      exitCode: 0,
      printed: { result: { messages: [{ role: 'user' }] } },
      exchange: 'prompts/get RESULT',
    });
  });
});

describe('the Inspector', () => {
  it('ends with 5 on a tool error, and prints it', () => {
    expect(run('toolError')).toMatchObject({
      exitCode: 5,
      printed: { result: { isError: true, content: [{ text: 'No table is free.' }] } },
      error: { code: 'tool_is_error' },
      exchange: 'tools/call TOOL_ERROR',
    });
  });

  it('ends with 1 on an HTTP status of the handshake, and names it', () => {
    expect(run('statusOnHandshake')).toMatchObject({
      exitCode: 1,
      printed: undefined,
      error: { status: 503, message: expect.stringContaining('HTTP 503') },
      exchange: 'server/discover HTTP_ERROR',
    });
  });

  it('ends with 1 on an HTTP status of the call, and shows status and body', () => {
    expect(run('statusOnCall')).toMatchObject({
      exitCode: 1,
      error: { status: 503, message: expect.stringContaining('No soup') },
      exchange: 'tools/call HTTP_ERROR',
    });
  });

  it('ends with 1 on a JSON-RPC error, and shows its message', () => {
    expect(run('jsonRpcError')).toMatchObject({
      exitCode: 1,
      error: { message: 'The kitchen is on fire' },
      exchange: 'tools/call JSONRPC_ERROR',
    });
  });

  it('is refused a call that needs input, since it declares no elicitation', () => {
    expect(run('inputRequired')).toMatchObject({
      exitCode: 1,
      error: { message: expect.stringContaining('capabilities') },
      exchange: 'tools/call JSONRPC_ERROR',
    });
    expect(kitchen.observations({ fault: 'input_required' })).toMatchObject([
      { errorCode: -32021, http: { status: 400 } },
    ]);
  });
});

it('stands on the page as it was seen', async () => {
  const row = await clientRow('@modelcontextprotocol/inspector', 'modern');
  expect(row).toMatchObject({
    Version: await installedVersion('@modelcontextprotocol/inspector'),
    healthy: 'works, 2026-07-28',
    '503 on a call': inspectorCell(runs.get('statusOnCall')),
    '503 on the handshake': inspectorCell(runs.get('statusOnHandshake')),
    'JSON-RPC error': inspectorCell(runs.get('jsonRpcError')),
    'tool error': inspectorCell(runs.get('toolError')),
    'input required': inspectorCell(runs.get('inputRequired')),
  });
});
