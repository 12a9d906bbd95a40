import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { receive } from '../../src/exchange/receive.js';
import { wireOf } from '../../src/wire/node-wire.js';
import { FakeClock } from '../support/fake-clock.js';
import { message } from '../support/mcp.js';

const MODERN = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/protocol';

async function eraOf(body: unknown, version: string): Promise<string> {
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'mcp-protocol-version': version },
    body: JSON.stringify(body),
  });
  const around = { clock: new FakeClock(), maxBodyBytes: 10_000, protocol: 'both' } as const;
  const address = { workspace: 'default', key: null };
  const received = await receive(wireOf(undefined, request), address, around);
  if (received.kind === 'refused') throw new Error(received.reason);
  return received.arrival.era;
}

describe('the era of a request', () => {
  const request = message('tools/call', { name: 'echo' });
  it.each([
    ['a request that names its version twice', request],
    ['the same with an id that is none', { ...request, id: null }],
    ['the same with a member too many', { ...request, more: true }],
    ['what is a request and a response at once', { ...request, result: {} }],
    ['what is a request and an error at once', { ...request, error: { code: 1, message: '' } }],
    ['initialize with the modern envelope', message('initialize')],
    ['a request that names no version', { jsonrpc: '2.0', id: 1, method: 'ping' }],
    ['a version that is no string', message('ping', { _meta: { [`${PREFIX}Version`]: 1 } })],
    ['another version', message('ping', { _meta: { [`${PREFIX}Version`]: '2025-06-18' } })],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/cancelled' }],
  ])('is what the SDK says, whether or not it is asked: %s', async (_what, body) => {
    for (const version of [MODERN, '2025-11-25']) {
      const outcome = classifyInboundRequest({
        httpMethod: 'POST',
        body,
        protocolVersionHeader: version,
      });
      // What no era takes belongs to the one that the header names.
      const named = version === MODERN ? 'modern' : 'legacy';
      const isEither = outcome.kind === 'reject' && outcome.rung !== 'jsonrpc-shape';
      const said = outcome.kind === 'reject' ? named : outcome.kind;
      if (!(isEither && named === 'legacy')) expect(await eraOf(body, version)).toBe(said);
    }
  });
});
