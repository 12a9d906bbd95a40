/** Receives a request: reads the body whole, keeps the raw bytes, and parses without judging. */
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { Clock } from '../clock.js';
import type { Wire } from '../wire/wire.js';
import type { Arrival, Era, McpAddress, RpcMessage } from './message.js';
import { readBody } from './read-body.js';
import { parseJson, readClient, readMessage, readProtocolVersion } from './read-message.js';

export type Received =
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  | { readonly kind: 'refused'; readonly reason: 'body_too_large' | 'body_broken' };

const decoder = new TextDecoder();

export async function receive(
  request: Request,
  wire: Wire,
  address: McpAddress,
  { clock, maxBodyBytes }: { readonly clock: Clock; readonly maxBodyBytes: number },
): Promise<Received> {
  const body = await readBody(request, maxBodyBytes);
  if (body.kind === 'too_large') return { kind: 'refused', reason: 'body_too_large' };
  if (body.kind === 'broken') return { kind: 'refused', reason: 'body_broken' };
  const text = decoder.decode(body.bytes);
  const json = parseJson(text);
  const rpc = readMessage(text, json);
  const versionHeader = request.headers.get('mcp-protocol-version');
  return {
    kind: 'arrived',
    arrival: {
      at: clock.now(),
      verb: request.method,
      path: wire.path,
      address,
      headers: wire.headers,
      remote: wire.remote,
      connection: wire.connection,
      body: body.bytes,
      json,
      rpc,
      era: eraOf(request, rpc, json, versionHeader),
      protocolVersion: readProtocolVersion(rpc, versionHeader),
      client: readClient(rpc),
    },
  };
}

/** The SDK's own routing decision; a body it cannot read counts by the version that its header names. */
function eraOf(
  request: Request,
  rpc: RpcMessage,
  json: unknown,
  versionHeader: string | null,
): Era {
  if (rpc.kind === 'unparseable' || rpc.kind === 'none') {
    return versionHeader !== null && versionHeader < '2026' ? 'legacy' : 'modern';
  }
  const outcome = classifyInboundRequest({
    httpMethod: request.method,
    body: json,
    ...(versionHeader === null ? {} : { protocolVersionHeader: versionHeader }),
  });
  return outcome.kind === 'legacy' ? 'legacy' : 'modern';
}
