import { describe, expect, it } from 'vitest';
import jsonrpcError from '../../scenarios/jsonrpc_error.js';
import { performFault } from '../support/perform-fault.js';
import { chooseFault, refusedPaths, validParams } from '../support/ask-scenario.js';
import { makeExchange, makeRpc } from '../support/make-exchange.js';

describe('jsonrpc_error', () => {
  it('answers the first tool call with -32602 by default', async () => {
    expect(validParams(jsonrpcError)).toEqual({
      code: -32602,
      httpStatus: 'auto',
      as: 'json',
      on: { method: 'tools/call', nth: 1 },
    });
    expect(await chooseFault(jsonrpcError, {}, makeExchange())).toEqual({
      kind: 'jsonrpc_error',
      code: -32602,
      message: 'Invalid params',
      httpStatus: 200,
      as: 'json',
    });
  });

  it('pairs the HTTP status with the code in the modern era only', async () => {
    const modern = await chooseFault(jsonrpcError, { code: -32601 }, makeExchange());
    const legacy = await chooseFault(
      jsonrpcError,
      { code: -32601 },
      makeExchange({ era: 'legacy' }),
    );
    expect([modern, legacy]).toMatchObject([{ httpStatus: 404 }, { httpStatus: 200 }]);
  });

  it('fills in data for the codes of the protocol, unless data is given', async () => {
    const rpc = { meta: { 'io.modelcontextprotocol/protocolVersion': '1900-01-01' } };
    const ask = (input: object): Promise<unknown> =>
      chooseFault(jsonrpcError, input, makeExchange({ rpc }));
    expect(await ask({ code: -32022 })).toMatchObject({
      httpStatus: 400,
      data: { supported: ['2026-07-28'], requested: '1900-01-01' },
    });
    expect(await ask({ code: -32021 })).toMatchObject({
      httpStatus: 400,
      data: { requiredCapabilities: { elicitation: {} } },
    });
    expect(await ask({ code: -32022, data: { supported: [] } })).toMatchObject({
      data: { supported: [] },
    });
  });

  it('puts everything that was asked for on the wire, under the raw id', async () => {
    const idToken = '9007199254740993';
    const fault = await chooseFault(
      jsonrpcError,
      { code: 7, message: 'é', data: [1, null], httpStatus: 500, as: 'sse' },
      makeExchange({ rpc: { idToken } }),
    );
    expect(performFault(fault!, { arrival: { rpc: makeRpc({ idToken }), era: 'modern' } })).toEqual(
      {
        status: 500,
        headers: [
          ['Content-Type', 'text/event-stream'],
          ['Cache-Control', 'no-cache, no-transform'],
          ['X-Accel-Buffering', 'no'],
        ],
        body: `event: message\ndata: {"jsonrpc":"2.0","id":${idToken},"error":{"code":7,"message":"é","data":[1,null]}}\n\n`,
      },
    );
  });

  it.each([
    [{ code: 1.5 }, 'params.code'],
    [{ code: '-32602' }, 'params.code'],
    [{ message: 5 }, 'params.message'],
    [{ httpStatus: 199 }, 'params.httpStatus'],
    [{ httpStatus: 600 }, 'params.httpStatus'],
    [{ httpStatus: 204 }, 'params.httpStatus'],
    [{ httpStatus: 'any' }, 'params.httpStatus'],
    [{ as: 'xml' }, 'params.as'],
    [{ error: {} }, 'params.error'],
    [{ on: { method: '' } }, 'params.on.method'],
  ])('refuses %j', (input, path) => {
    expect(refusedPaths(jsonrpcError, input)).toEqual([path]);
  });
});
