/** Ids go back as the raw token they came as, on injected answers and on healthy ones. */
import { describe, expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { askOnce, withId } from '../support/raw-http.js';

const TOKENS = [
  '12345678901234567890',
  '1.0',
  '1e2',
  '"a\\u0062"',
  '"é"',
  '"\\ud800"',
  '-0',
  '0',
  '""',
];
/** The SDK refuses a number beyond 2^53 in whatever way it likes; the kitchen only restores the token. */
const SERVED = TOKENS.slice(1);

const echo = message('tools/call', { name: 'echo', arguments: { text: '"id":1' } });
const slow = message('tools/call', {
  name: 'slow',
  arguments: { ms: 1, steps: 1 },
  _meta: { progressToken: 'p' },
});

/** The id's token, read from the text: parsing would round it. */
function idTokens(text: string): string[] {
  return [...text.matchAll(/"id":("(?:[^"\\]|\\.)*"|[^,}]+)[,}]/g)].map(([, token = '']) => token);
}

/** The messages of a stream. */
function dataOf(body: string): string[] {
  return body.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
}

describe('an injected JSON-RPC error', () => {
  it.each(TOKENS)('answers the id %s', async (token) => {
    const kitchen = await testKitchen({ scenario: 'jsonrpc_error', params: { message: 'No' } });
    const { body } = await askOnce(kitchen.port, { body: withId(token, echo) });
    expect(body).toBe(`{"jsonrpc":"2.0","id":${token},"error":{"code":-32602,"message":"No"}}`);
  });

  it.each(TOKENS)('answers the id %s in a stream', async (token) => {
    const kitchen = await testKitchen({
      scenario: 'jsonrpc_error',
      params: { code: -32603, message: 'No', data: { a: [1] }, as: 'sse' },
    });
    const answer = await askOnce(kitchen.port, { body: withId(token, echo) });
    expect(answer.body).toBe(
      `event: message\ndata: {"jsonrpc":"2.0","id":${token},"error":{"code":-32603,"message":"No","data":{"a":[1]}}}\n\n`,
    );
    expect(answer.headers.slice(0, 3)).toEqual([
      ['Content-Type', 'text/event-stream'],
      ['Cache-Control', 'no-cache, no-transform'],
      ['X-Accel-Buffering', 'no'],
    ]);
  });
});

describe('an injected tool error', () => {
  it.each(TOKENS)('answers the id %s', async (token) => {
    const kitchen = await testKitchen({ scenario: 'tool_error', params: { message: 'No' } });
    const { body } = await askOnce(kitchen.port, { body: withId(token, echo) });
    expect(body).toBe(
      `{"jsonrpc":"2.0","id":${token},"result":{"resultType":"complete","content":[{"type":"text","text":"No"}],` +
        '"isError":true,"_meta":{"io.modelcontextprotocol/serverInfo":' +
        '{"name":"mcp-fault-kitchen","title":"MCP Fault Kitchen","version":"0.1.0"}}}}',
    );
  });
});

describe('a healthy answer', () => {
  it.each(SERVED)('in JSON answers the id %s', async (token) => {
    const kitchen = await testKitchen();
    const { status, body } = await askOnce(kitchen.port, { body: withId(token, echo) });
    expect(status).toBe(200);
    expect(idTokens(body.replace(String.raw`\"id\":1`, ''))).toEqual([token]);
    expect(JSON.parse(body)).toMatchObject({ result: { content: [{ text: '"id":1' }] } });
  });

  it.each(SERVED)('in a stream answers the id %s', async (token) => {
    const kitchen = await testKitchen();
    const { body } = await askOnce(kitchen.port, { body: withId(token, slow) });
    const [progress = '', result = ''] = dataOf(body);
    expect(JSON.parse(progress)).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, total: 1 },
    });
    expect(idTokens(result)).toEqual([token]);
  });

  it("to an integer beyond 2^53 is the SDK's refusal, with the id as it came", async () => {
    const kitchen = await testKitchen();
    const token = '12345678901234567890';
    const { status, body } = await askOnce(kitchen.port, { body: withId(token, echo) });
    expect(status).toBe(400);
    expect(idTokens(body)).toEqual([token]);
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32600 } });
  });

  it('is recorded with the raw token, and judged to answer the request', async () => {
    const kitchen = await testKitchen();
    await askOnce(kitchen.port, { body: withId('1e2', echo) });
    const observation = await kitchen.waitFor(({ rpc }) => rpc.method === 'tools/call');
    expect(observation).toMatchObject({ rpc: { id: '1e2' }, outcome: 'TOOL_SUCCESS' });
  });
});
