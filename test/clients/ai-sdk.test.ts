/** `@ai-sdk/mcp` against each scenario: what it reports, and what was recorded. */
import { expect, it } from 'vitest';
import { startKitchen } from '../../src/testing/index.js';
import { describeClient, FORM, HEALTHY_REPORTS } from '../support/client-suite.js';
import { aiSdk } from './drivers/ai-sdk.js';

const HANDSHAKE = ['initialize 200 RESULT', 'notifications/initialized 202 ACCEPTED'];
const LISTED = 'tools/list 200 RESULT';
const DONE = 'tools/call 200 TOOL_SUCCESS';
const LEFT = 'DELETE 200 SESSION_END';
const noSoup = {
  threw: 'MCPClientError',
  code: 503,
  message: 'MCP HTTP Transport Error: POSTing to endpoint (HTTP 503): No soup',
};

const kitchen = await startKitchen();

describeClient(kitchen, aiSdk, {
  protocolVersion: '2025-11-25',
  streams: ['GET 200 STREAM'],
  situations: {
    healthy: {
      reports: HEALTHY_REPORTS,
      exchanges: [
        ...HANDSHAKE,
        LISTED,
        LISTED,
        DONE,
        'resources/read 200 RESULT',
        'prompts/get 200 RESULT',
        LEFT,
      ],
    },
    '503 on a call': {
      reports: [noSoup, { returned: { structuredContent: { scenario: 'http_status_sequence' } } }],
      exchanges: [
        ...HANDSHAKE,
        LISTED,
        'tools/call 503 HTTP_ERROR http_status',
        LISTED,
        DONE,
        LEFT,
      ],
    },
    '503 on the handshake': {
      reports: [noSoup, { returned: { structuredContent: { counters: { posts: 5 } } } }],
      exchanges: ['initialize 503 HTTP_ERROR http_status', ...HANDSHAKE, LISTED, DONE, LEFT],
    },
    'JSON-RPC error': {
      reports: [{ threw: 'MCPClientError', code: -32603, message: 'The kitchen is on fire' }],
      exchanges: [...HANDSHAKE, LISTED, 'tools/call 200 JSONRPC_ERROR -32603 jsonrpc_error', LEFT],
    },
    'tool error': {
      reports: [{ returned: { isError: true, content: [{ text: 'No table is free.' }] } }],
      exchanges: [...HANDSHAKE, LISTED, 'tools/call 200 TOOL_ERROR tool_error', LEFT],
    },
    'input required': {
      reports: [{ returned: { content: [{}, { text: expect.stringContaining('hungry') }] } }],
      exchanges: [...HANDSHAKE, LISTED, `${DONE} input_required`, 'POST 202 ACCEPTED', LEFT],
      asked: [FORM],
    },
  },
});

it('asks for a stream before it has a session, and does without when it is refused', async () => {
  const { url, id } = kitchen.order({ scenario: 'baseline' });
  const client = await aiSdk.open(url, () => undefined);
  await client.close();
  const early = kitchen
    .observations({ limit: 500 })
    .find(({ http, refused }) => http.path === new URL(url).pathname && refused !== null);
  expect(early).toMatchObject({
    refused: 'no_mcp_session',
    session: null,
    http: { method: 'GET', status: 400 },
    errorCode: -32000,
  });
  const [first] = kitchen.observations({ session: id, after: 0 });
  expect(first).toMatchObject({ rpc: { method: 'initialize' }, outcome: 'RESULT' });
});
