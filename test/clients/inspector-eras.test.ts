/** The Inspector's command line in the 2025 era, which it is in unless told otherwise, and where it finds the era by itself. */
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

const legacy = { era: 'legacy', args: CALL } as const;
const auto = { era: 'auto', args: CALL } as const;
const sequence = 'http_status_sequence';
const onCalls = { statusCodes: [503, 200], body: 'No soup', on: { method: 'tools/call' } };

const CASES = {
  call: { ...legacy, scenario: 'baseline' },
  statusOnCall: { ...legacy, scenario: sequence, params: onCalls },
  statusOnHandshake: { ...legacy, scenario: sequence },
  jsonRpcError: {
    ...legacy,
    scenario: 'jsonrpc_error',
    params: { code: -32603, message: 'The kitchen is on fire' },
  },
  toolError: { ...legacy, scenario: 'tool_error', params: { message: 'No table is free.' } },
  inputRequired: { ...legacy, scenario: 'input_required' },
  autoCall: { ...auto, scenario: 'baseline' },
  autoStatusOnHandshake: { ...auto, scenario: sequence },
  autoFallback: { ...auto, scenario: sequence, params: { statusCodes: [404, 200] } },
} as const satisfies Record<string, InspectorCase>;

// It asks for log messages and reads the tools before it calls one.
const HANDSHAKE = [
  'initialize RESULT',
  'notifications/initialized ACCEPTED',
  'logging/setLevel RESULT',
  'tools/list RESULT',
];

let runs: ReadonlyMap<keyof typeof CASES, InspectorRun>;
let kitchen: Kitchen;

beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
  runs = await inspectAll(kitchen, CASES);
}, 180_000);

afterAll(() => kitchen.close());

describe('the Inspector in its legacy era', () => {
  it('ends with 0 on a healthy call', () => {
    expect(runs.get('call')).toMatchObject({
      exitCode: 0,
      printed: { result: { structuredContent: { scenario: 'baseline' } } },
      exchanges: [...HANDSHAKE, 'tools/call TOOL_SUCCESS'],
    });
  });

  it('ends with 1 on an HTTP status of the handshake, and shows it', () => {
    expect(runs.get('statusOnHandshake')).toMatchObject({
      exitCode: 1,
      printed: undefined,
      error: { status: 503, message: expect.stringContaining('Error POSTing') },
      exchanges: ['initialize HTTP_ERROR'],
    });
  });

  it('ends with 1 on an HTTP status of the call, and shows status and body', () => {
    expect(runs.get('statusOnCall')).toMatchObject({
      exitCode: 1,
      error: { status: 503, message: expect.stringContaining('No soup') },
      exchanges: [...HANDSHAKE, 'tools/call HTTP_ERROR'],
    });
  });

  it('ends with 1 on a JSON-RPC error, and shows its message', () => {
    expect(runs.get('jsonRpcError')).toMatchObject({
      exitCode: 1,
      error: { message: 'The kitchen is on fire' },
      exchanges: [...HANDSHAKE, 'tools/call JSONRPC_ERROR'],
    });
  });

  it('ends with 5 on a tool error, and prints it', () => {
    expect(runs.get('toolError')).toMatchObject({
      exitCode: 5,
      printed: { result: { isError: true, content: [{ text: 'No table is free.' }] } },
      error: { code: 'tool_is_error' },
      exchanges: [...HANDSHAKE, 'tools/call TOOL_ERROR'],
    });
  });

  it('takes a call that needs input as a failed tool, since it declares no elicitation', () => {
    expect(runs.get('inputRequired')).toMatchObject({
      exitCode: 5,
      printed: {
        result: { isError: true, content: [{ text: expect.stringContaining('capability') }] },
      },
      exchanges: [...HANDSHAKE, 'tools/call TOOL_ERROR'],
    });
  });

  it('stands on the page as it was seen', async () => {
    const row = await clientRow('@modelcontextprotocol/inspector', 'legacy');
    expect(row).toMatchObject({
      Version: await installedVersion('@modelcontextprotocol/inspector'),
      healthy: 'works, 2025-11-25',
      '503 on a call': inspectorCell(runs.get('statusOnCall')),
      '503 on the handshake': inspectorCell(runs.get('statusOnHandshake')),
      'JSON-RPC error': inspectorCell(runs.get('jsonRpcError')),
      'tool error': inspectorCell(runs.get('toolError')),
      'input required': inspectorCell(runs.get('inputRequired')),
    });
  });
});

describe('the Inspector that finds the era by itself', () => {
  it('stays in the modern one', () => {
    const { exitCode, exchanges } = runs.get('autoCall') ?? {};
    expect([exitCode, exchanges?.[0], exchanges?.at(-1)]).toEqual([
      0,
      'server/discover RESULT',
      'tools/call TOOL_SUCCESS',
    ]);
  });

  it('does not take a 503 for an old server', () => {
    expect(runs.get('autoStatusOnHandshake')).toMatchObject({
      exitCode: 1,
      error: { status: 503, message: expect.stringContaining('HTTP 503') },
      exchanges: ['server/discover HTTP_ERROR'],
    });
  });

  it('falls back to the legacy one where its probe is answered by 404', () => {
    expect(runs.get('autoFallback')).toMatchObject({
      exitCode: 0,
      exchanges: ['server/discover HTTP_ERROR', ...HANDSHAKE, 'tools/call TOOL_SUCCESS'],
    });
  });
});
