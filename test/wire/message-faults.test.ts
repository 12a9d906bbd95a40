/** Injected JSON-RPC answers, byte by byte: head and body. */
import { expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { askOnce, steady, withId } from '../support/raw-http.js';

const BODY = withId('7', message('tools/call', { name: 'run_scenario', arguments: {} }));
const NODES_OWN = ['Date: DATE', 'Connection: keep-alive', 'Keep-Alive: timeout=60'];
const JSON_TYPE = 'Content-Type: application/json';
const STREAM_TYPE = [
  'Content-Type: text/event-stream',
  'Cache-Control: no-cache, no-transform',
  'X-Accel-Buffering: no',
];
const SERVER =
  '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"mcp-fault-kitchen","title":"MCP Fault Kitchen","version":"0.1.0"}}';

const marks = (fault: string): string[] => [
  'Kitchen-Session: SESSION',
  'Kitchen-Exchange: 1',
  `Kitchen-Fault: ${fault}`,
];

/** The lines of the head, in any order after the first, then the body. */
function expectBytes(text: string, statusLine: string, headers: string[], body: string): void {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  const length = `Content-Length: ${String(Buffer.byteLength(body))}`;
  expect(first).toBe(`HTTP/1.1 ${statusLine}`);
  expect(lines.toSorted()).toEqual([...headers, length, ...NODES_OWN].toSorted());
  expect(rest.join('\r\n\r\n')).toBe(body);
}

it.each([
  ['json', [JSON_TYPE], (text: string) => text],
  ['sse', STREAM_TYPE, (text: string) => `event: message\ndata: ${text}\n\n`],
])('jsonrpc_error as %s', async (as, type, frame) => {
  const params = { code: -32603, message: 'Feuer è', data: [null], as };
  const kitchen = await testKitchen({ scenario: 'jsonrpc_error', params });
  expectBytes(
    steady(await askOnce(kitchen.port, { body: BODY })),
    '200 OK',
    [...type, ...marks('jsonrpc_error/jsonrpc_error')],
    frame('{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Feuer è","data":[null]}}'),
  );
});

it.each([
  [-32601, '404 Not Found', 'Method not found'],
  [-32600, '400 Bad Request', 'Invalid Request'],
  [-32602, '200 OK', 'Invalid params'],
])('jsonrpc_error %i goes with %s', async (code, statusLine, text) => {
  const kitchen = await testKitchen({ scenario: 'jsonrpc_error', params: { code } });
  expectBytes(
    steady(await askOnce(kitchen.port, { body: BODY })),
    statusLine,
    [JSON_TYPE, ...marks('jsonrpc_error/jsonrpc_error')],
    `{"jsonrpc":"2.0","id":7,"error":{"code":${String(code)},"message":"${text}"}}`,
  );
});

it.each([
  ['json', [JSON_TYPE], (text: string) => text],
  ['sse', STREAM_TYPE, (text: string) => `event: message\ndata: ${text}\n\n`],
])('tool_error as %s', async (as, type, frame) => {
  const params = { content: [{ type: 'hologram', b: 1, a: 2 }], structuredContent: null, as };
  const kitchen = await testKitchen({ scenario: 'tool_error', params });
  expectBytes(
    steady(await askOnce(kitchen.port, { body: BODY })),
    '200 OK',
    [...type, ...marks('tool_error/tool_error')],
    frame(
      `{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"hologram","b":1,"a":2}],"structuredContent":null,"isError":true,${SERVER}}}`,
    ),
  );
});

it('input_required asks by a marked answer of the healthy server', async () => {
  const kitchen = await testKitchen({ scenario: 'input_required' });
  const capabilities = { elicitation: { form: {} } };
  const call = message('tools/call', { name: 'run_scenario', arguments: {} }, { capabilities });
  const answer = await askOnce(kitchen.port, { body: withId('1.0', call) });
  expect(steady(answer)).toContain('\r\nKitchen-Fault: input_required/input_required\r\n');
  expect(answer.body).toContain('"id":1.0');
  expect(JSON.parse(answer.body)).toMatchObject({
    result: {
      resultType: 'input_required',
      requestState: expect.stringMatching(/^s[0-9a-f]+\.1\../),
      inputRequests: { approval: { method: 'elicitation/create', params: { mode: 'form' } } },
    },
  });
});

it('input_required refuses a client without the capability by 400 and -32021', async () => {
  const kitchen = await testKitchen({ scenario: 'input_required' });
  const answer = await askOnce(kitchen.port, { body: BODY });
  expect(answer.statusLine).toBe('HTTP/1.1 400 Bad Request');
  expect(JSON.parse(answer.body)).toMatchObject({
    id: 7,
    error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
  });
});
