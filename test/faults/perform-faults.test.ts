import type { Era, Fault, RpcMessage } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/exchange/answer.js';
import { performFaults } from '../../src/faults/perform-faults.js';
import { faultContext, jsonAnswer } from '../support/fault-context.js';
import { performFault } from '../support/perform-fault.js';
import { makeRpc } from '../support/make-exchange.js';

function perform(fault: Fault, rpc: Partial<RpcMessage> = {}, era: Era = 'modern'): Answer {
  return performFault(fault, { arrival: { rpc: makeRpc(rpc), era } });
}

describe('http_status', () => {
  it('sends exactly what was asked for', () => {
    expect(
      perform({
        kind: 'http_status',
        status: 503,
        headers: { 'X-Cook': 'tired' },
        body: '<h1>closed</h1>',
        contentType: 'text/html',
        retryAfter: 'soon',
      }),
    ).toEqual({
      status: 503,
      headers: [
        ['Content-Type', 'text/html'],
        ['X-Cook', 'tired'],
        ['Retry-After', 'soon'],
      ],
      body: '<h1>closed</h1>',
    });
  });

  it('names the type of a body that has none, and sends none without a body', () => {
    expect(perform({ kind: 'http_status', status: 500, body: 'oh' }).headers).toEqual([
      ['Content-Type', 'text/plain; charset=utf-8'],
    ]);
    expect(perform({ kind: 'http_status', status: 500, body: '' })).toEqual({
      status: 500,
      headers: [],
      body: null,
    });
  });

  it('sends one line of a header that was given twice', () => {
    const { headers } = perform({
      kind: 'http_status',
      status: 500,
      headers: { 'content-type': 'a/b' },
      body: 'x',
    });
    expect(headers).toEqual([['content-type', 'a/b']]);
  });

  it.each([204, 205, 304])('sends no body with %i', (status) => {
    expect(perform({ kind: 'http_status', status, body: 'x' })).toEqual({
      status,
      headers: [],
      body: null,
    });
  });

  it.each([199, 600, 200.5, Number.NaN])('refuses the status %d', (status) => {
    expect(() => perform({ kind: 'http_status', status })).toThrow(RangeError);
  });
});

describe('jsonrpc_error', () => {
  const fault: Fault = {
    kind: 'jsonrpc_error',
    code: -32602,
    message: 'No',
    httpStatus: 200,
    as: 'json',
  };

  it.each(['1', '"a\\u0062\\n"', '12345678901234567890', '1.50', '-0', '1e400', '""'])(
    'echoes the raw id %s',
    (idToken) => {
      expect(perform(fault, { idToken })).toEqual({
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: `{"jsonrpc":"2.0","id":${idToken},"error":{"code":-32602,"message":"No"}}`,
      });
    },
  );

  it('answers with a null id where there is none, as JSON-RPC says', () => {
    expect(perform(fault, { idToken: null, kind: 'notification' }).body).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"No"}}',
    );
  });

  it('sends data, null included', () => {
    expect(perform({ ...fault, data: null }).body).toContain('"message":"No","data":null}');
  });

  it('sends one event as a stream', () => {
    expect(perform({ ...fault, as: 'sse', httpStatus: 400 })).toEqual({
      status: 400,
      headers: [
        ['Content-Type', 'text/event-stream'],
        ['Cache-Control', 'no-cache, no-transform'],
        ['X-Accel-Buffering', 'no'],
      ],
      body: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No"}}\n\n',
    });
  });

  it('keeps an event whole when the raw id spans lines', () => {
    const { body } = perform({ ...fault, as: 'sse' }, { idToken: '[1,\r\n2]' });
    expect(body).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","id":[1,\ndata: 2],"error":{"code":-32602,"message":"No"}}\n\n',
    );
  });

  it('sends no body with a status that has none', () => {
    expect(perform({ ...fault, httpStatus: 204 }).body).toBeNull();
  });
});

describe('tool_error', () => {
  const fault: Fault = {
    kind: 'tool_error',
    content: [{ type: 'text', text: 'No' }],
    as: 'json',
  };

  it('is a complete result of the modern era, with the server named', () => {
    expect(perform(fault).body).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",' +
        '"content":[{"type":"text","text":"No"}],"isError":true,' +
        '"_meta":{"io.modelcontextprotocol/serverInfo":' +
        '{"name":"mcp-fault-kitchen","title":"MCP Fault Kitchen","version":"0.1.0"}}}}',
    );
  });

  it('has neither mark in the legacy era', () => {
    expect(perform(fault, {}, 'legacy').body).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"No"}],"isError":true}}',
    );
  });

  it('carries structured content and comes as a stream where asked', () => {
    const { headers, body } = perform({ ...fault, structuredContent: null, as: 'sse' });
    expect(headers[0]).toEqual(['Content-Type', 'text/event-stream']);
    expect(body).toContain('"structuredContent":null,"isError":true');
  });
});

describe('other faults', () => {
  it.each<Fault>([
    { kind: 'delay', delayMs: 5 },
    { kind: 'input_required', round: 1, keys: ['a'], state: true },
  ])('leaves the healthy answer as it is: $kind', async (fault) => {
    const answer = jsonAnswer('{}');
    const performed = await performFaults([fault], faultContext({ answer }));
    expect(performed.answer).toEqual(answer);
  });

  it('refuses a kind that does not exist', () => {
    const fault: Fault = JSON.parse('{ "kind": "flood" }');
    expect(() => perform(fault)).toThrow('There is no such fault: {"kind":"flood"}');
  });
});
