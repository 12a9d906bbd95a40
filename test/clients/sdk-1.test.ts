/** `@modelcontextprotocol/sdk` 1.x against each scenario: what it reports, and what was recorded. */
import { expect } from 'vitest';
import { startKitchen } from '../../src/testing/index.js';
import { describeClient, FORM, HEALTHY_REPORTS } from '../support/client-suite.js';
import { sdk1 } from './drivers/sdk-1.js';

const HANDSHAKE = ['initialize 200 RESULT', 'notifications/initialized 202 ACCEPTED'];
const DONE = 'tools/call 200 TOOL_SUCCESS';
const noSoup = {
  threw: 'StreamableHTTPError',
  code: 503,
  message: 'Streamable HTTP error: Error POSTing to endpoint: No soup',
};

describeClient(await startKitchen(), sdk1, {
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
      ],
    },
    '503 on a call': {
      reports: [noSoup, { returned: { structuredContent: { scenario: 'http_status_sequence' } } }],
      exchanges: [...HANDSHAKE, 'tools/call 503 HTTP_ERROR http_status', DONE],
    },
    '503 on the handshake': {
      reports: [noSoup, { returned: { structuredContent: { counters: { posts: 4 } } } }],
      exchanges: ['initialize 503 HTTP_ERROR http_status', ...HANDSHAKE, DONE],
    },
    'JSON-RPC error': {
      reports: [
        {
          threw: 'McpError',
          code: -32603,
          message: 'MCP error -32603: The kitchen is on fire',
        },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 200 JSONRPC_ERROR -32603 jsonrpc_error'],
    },
    'tool error': {
      reports: [{ returned: { isError: true, content: [{ text: 'No table is free.' }] } }],
      exchanges: [...HANDSHAKE, 'tools/call 200 TOOL_ERROR tool_error'],
    },
    'input required': {
      reports: [{ returned: { content: [{}, { text: expect.stringContaining('hungry') }] } }],
      exchanges: [...HANDSHAKE, `${DONE} input_required`, 'POST 202 ACCEPTED'],
      asked: [FORM],
    },
  },
});
