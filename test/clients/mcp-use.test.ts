/** `mcp-use` against each scenario: what it reports, and what was recorded. */
import { expect, it, vi } from 'vitest';
import { startKitchen } from '../../src/testing/index.js';
import { describeClient, FORM, HEALTHY_REPORTS } from '../support/client-suite.js';
import { mcpUse } from './drivers/mcp-use.js';

// Connecting reads the list of tools.
const HANDSHAKE = [
  'initialize 200 RESULT',
  'notifications/initialized 202 ACCEPTED',
  'tools/list 200 RESULT',
];
const DONE = 'tools/call 200 TOOL_SUCCESS';
const LEFT = 'DELETE 200 SESSION_END';

const kitchen = await startKitchen();
// It prints its own account of a failed connection.
vi.spyOn(console, 'error').mockImplementation(() => undefined);

describeClient(kitchen, mcpUse, {
  protocolVersion: '2025-11-25',
  streams: ['GET 200 STREAM'],
  situations: {
    healthy: {
      reports: HEALTHY_REPORTS,
      exchanges: [
        ...HANDSHAKE,
        'tools/list 200 RESULT',
        DONE,
        'resources/read 200 RESULT',
        'prompts/get 200 RESULT',
        LEFT,
      ],
    },
    '503 on a call': {
      reports: [
        {
          threw: 'StreamableHTTPError',
          code: 503,
          message: 'Streamable HTTP error: Error POSTing to endpoint: No soup',
        },
        { returned: { structuredContent: { scenario: 'http_status_sequence' } } },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 503 HTTP_ERROR http_status', DONE, LEFT],
    },
    '503 on the handshake': {
      reports: [
        {
          threw: 'Error',
          code: 503,
          message: expect.stringMatching(/^Could not connect .* 503: .*No soup$/),
        },
        { returned: { structuredContent: { counters: { posts: 5 } } } },
      ],
      exchanges: ['initialize 503 HTTP_ERROR http_status', ...HANDSHAKE, DONE, LEFT],
    },
    'JSON-RPC error': {
      reports: [
        {
          threw: 'McpError',
          code: -32603,
          message: 'MCP error -32603: The kitchen is on fire',
        },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 200 JSONRPC_ERROR -32603 jsonrpc_error', LEFT],
    },
    'tool error': {
      reports: [{ returned: { isError: true, content: [{ text: 'No table is free.' }] } }],
      exchanges: [...HANDSHAKE, 'tools/call 200 TOOL_ERROR tool_error', LEFT],
    },
    'input required': {
      reports: [{ returned: { content: [{}, { text: expect.stringContaining('hungry') }] } }],
      exchanges: [...HANDSHAKE, `${DONE} input_required`, 'POST 202 ACCEPTED', LEFT],
      asked: [FORM],
    },
  },
});

it('takes a 503 for an old server, and tries the transport of 2024', async () => {
  const { url } = kitchen.order({ scenario: 'http_status_sequence' });
  await expect(mcpUse.open(url, () => undefined)).rejects.toThrow('any available transport');
  const tried = await kitchen.waitFor(
    ({ http }) => http.method === 'GET' && http.path === new URL(url).pathname,
  );
  expect(tried).toMatchObject({ session: null, http: { status: 405 }, outcome: 'HTTP_ERROR' });
});
