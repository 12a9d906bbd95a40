/** `@langchain/mcp-adapters` against each scenario: what it reports, and what was recorded. */
import { expect } from 'vitest';
import { startKitchen } from '../../src/testing/index.js';
import { describeClient } from '../support/client-suite.js';
import { langchain } from './drivers/langchain.js';

// Connecting reads the list of tools.
const HANDSHAKE = [
  'initialize 200 RESULT',
  'notifications/initialized 202 ACCEPTED',
  'tools/list 200 RESULT',
];
const DONE = 'tools/call 200 TOOL_SUCCESS';

describeClient(await startKitchen(), langchain, {
  protocolVersion: '2025-11-25',
  streams: ['GET 200 STREAM'],
  situations: {
    healthy: {
      reports: [
        { returned: expect.arrayContaining(['run_scenario', 'echo']) },
        { returned: 'hello' },
        { returned: [{ uri: 'kitchen://guide', mimeType: 'text/markdown' }] },
        { returned: { messages: [{ role: 'user' }] } },
      ],
      exchanges: [...HANDSHAKE, DONE, 'resources/read 200 RESULT', 'prompts/get 200 RESULT'],
    },
    '503 on a call': {
      reports: [
        {
          threw: 'ToolException',
          code: undefined,
          message: expect.stringMatching(/^Error calling tool run_scenario: .*No soup$/),
        },
        {
          returned: {
            type: 'text',
            structuredContent: { scenario: 'http_status_sequence' },
          },
        },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 503 HTTP_ERROR http_status', DONE],
    },
    '503 on the handshake': {
      reports: [
        {
          threw: 'MCPClientError',
          message: expect.stringMatching(/^Failed to connect to streamable HTTP .*No soup$/),
        },
        { returned: { structuredContent: { counters: { posts: 5 } } } },
      ],
      exchanges: ['initialize 503 HTTP_ERROR http_status', ...HANDSHAKE, DONE],
    },
    'JSON-RPC error': {
      reports: [
        {
          threw: 'ToolException',
          code: undefined,
          message:
            'Error calling tool run_scenario: McpError: MCP error -32603: The kitchen is on fire',
        },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 200 JSONRPC_ERROR -32603 jsonrpc_error'],
    },
    'tool error': {
      reports: [
        {
          threw: 'ToolException',
          message:
            "MCP tool 'run_scenario' on server 'kitchen' returned an error: No table is free.",
        },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 200 TOOL_ERROR tool_error'],
    },
    'input required': {
      reports: [
        {
          threw: 'ToolException',
          message: expect.stringContaining('did not declare the required capability'),
        },
      ],
      exchanges: [...HANDSHAKE, 'tools/call 200 TOOL_ERROR input_required'],
    },
  },
});
