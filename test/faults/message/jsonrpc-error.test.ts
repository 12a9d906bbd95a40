import { jsonRpcError } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { makeExchange } from '../../support/make-exchange.js';

const modern = makeExchange();
const legacy = makeExchange({ era: 'legacy' });

const required = (capabilities: unknown): unknown => {
  const meta = { 'io.modelcontextprotocol/clientCapabilities': capabilities };
  return jsonRpcError({ code: -32021 }, makeExchange({ rpc: { meta } })).data;
};

describe('a JSON-RPC error', () => {
  it.each([
    [-32700, 400],
    [-32600, 400],
    [-32601, 404],
    [-32602, 200],
    [-32603, 200],
    [-32020, 400],
    [-32021, 400],
    [-32022, 400],
    [-32000, 200],
    [1234, 200],
  ])('goes with the status that the specification pairs with it: %i and %i', (code, status) => {
    expect(jsonRpcError({ code }, modern).httpStatus).toBe(status);
    expect(jsonRpcError({ code, httpStatus: 'auto' }, modern).httpStatus).toBe(status);
    expect(jsonRpcError({ code }, legacy).httpStatus).toBe(200);
  });

  it('goes with the status that was asked for, in both eras', () => {
    expect(jsonRpcError({ code: -32601, httpStatus: 500 }, modern).httpStatus).toBe(500);
    expect(jsonRpcError({ code: -32601, httpStatus: 500 }, legacy).httpStatus).toBe(500);
  });

  it('says what usually goes with the code', () => {
    const messages = [-32700, -32602, 77].map((code) => jsonRpcError({ code }, modern).message);
    expect(messages).toEqual(['Parse error', 'Invalid params', 'The server reported an error']);
  });

  it('names supported and requested versions with -32022', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '1900-01-01' };
    expect(jsonRpcError({ code: -32022 }, makeExchange({ rpc: { meta } })).data).toEqual({
      supported: ['2026-07-28'],
      requested: '1900-01-01',
    });
  });

  it('finds the requested version in the header or in initialize', () => {
    const headers = [['mcp-Protocol-version', '2026-07-28']] as const;
    expect(jsonRpcError({ code: -32022 }, makeExchange({ headers })).data).toMatchObject({
      requested: '2026-07-28',
    });
    const rpc = { method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    expect(jsonRpcError({ code: -32022 }, makeExchange({ rpc })).data).toMatchObject({
      requested: '2025-11-25',
    });
  });

  it('requires a capability that the client lacks with -32021', () => {
    expect(required({})).toEqual({ requiredCapabilities: { elicitation: {} } });
    expect(required({ elicitation: {} })).toEqual({ requiredCapabilities: { sampling: {} } });
    expect(required('nonsense')).toEqual({ requiredCapabilities: { elicitation: {} } });
    expect(required({ elicitation: {}, sampling: {}, roots: {} })).toEqual({
      requiredCapabilities: { elicitation: {} },
    });
  });

  it('has no data with other codes, and the data that was given with any', () => {
    expect(jsonRpcError({ code: -32020 }, modern)).not.toHaveProperty('data');
    expect(jsonRpcError({ code: -32022, data: null }, modern).data).toBeNull();
  });
});
