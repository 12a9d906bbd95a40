/** Receives a request: reads the body whole, keeps the raw bytes, and parses without judging. */
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { Clock } from '../clock.js';
import { type Protocol, servingEra } from '../server-info.js';
import type { Wire } from '../wire/wire.js';
import type { Arrival, Era, McpAddress, RpcKind, RpcMessage } from './message.js';
import { readBody } from './read-body.js';
import { parseJson, readClient, readMessage, readProtocolVersion } from './read-message.js';

export type Received =
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  | { readonly kind: 'refused'; readonly reason: BodyRefusal };

export type BodyRefusal =
  'content_coding' | 'transfer_coding' | 'body_too_large' | 'body_broken' | 'body_too_slow';

export interface ReceiveSurroundings {
  readonly clock: Clock;
  readonly maxBodyBytes: number;
  readonly protocol: Protocol;
}

const decoder = new TextDecoder();

export async function receive(
  request: Request,
  wire: Wire,
  address: McpAddress,
  { clock, maxBodyBytes, protocol }: ReceiveSurroundings,
): Promise<Received> {
  const coding = unknownCoding(request.headers);
  if (coding !== null) return { kind: 'refused', reason: coding };
  const body = await readBody(request, maxBodyBytes);
  if (body.kind !== 'read') return { kind: 'refused', reason: `body_${body.kind}` };
  const text = decoder.decode(body.bytes);
  const json = parseJson(text);
  const rpc = readMessage(text, json);
  const versionHeader = request.headers.get('mcp-protocol-version');
  const era = eraOf(request, rpc, json, versionHeader);
  const isServedLegacy = servingEra(protocol, era) === 'legacy';
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
      era,
      mcpSessionId: isServedLegacy ? request.headers.get('mcp-session-id') : null,
      protocolVersion: readProtocolVersion(rpc, versionHeader),
      client: readClient(rpc),
    },
  };
}

/** Bodies are read as they come: neither compressed by the client nor on the way. */
function unknownCoding(headers: Headers): BodyRefusal | null {
  const contentCoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (contentCoding !== '' && contentCoding !== 'identity') return 'content_coding';
  // Where the last coding is another one the framing is broken, which reading the body shows (RFC 9112, section 6.3).
  const transferCodings = headers.get('transfer-encoding') ?? '';
  return /,\s*chunked\s*$/i.test(transferCodings) ? 'transfer_coding' : null;
}

/** Bodies that say nothing about the era. */
const SILENT: ReadonlySet<RpcKind> = new Set<RpcKind>(['none', 'unparseable']);

/** The SDK's own routing decision; where it can read no message, the headers that only one era has decide. */
function eraOf(
  request: Request,
  rpc: RpcMessage,
  json: unknown,
  versionHeader: string | null,
): Era {
  if (request.method !== 'POST' || SILENT.has(rpc.kind)) return eraOfHeaders(request);
  // Whatever else it says: asking the SDK costs more than all the rest of this.
  if (rpc.kind === 'request' && versionHeader !== null && isModern(versionHeader)) return 'modern';
  const outcome = classifyInboundRequest({
    httpMethod: request.method,
    body: json,
    ...(versionHeader === null ? {} : { protocolVersionHeader: versionHeader }),
  });
  if (outcome.kind !== 'reject') return outcome.kind;
  const isShapeless = outcome.rung === 'jsonrpc-shape' && outcome.cell !== MODERN_IN_BATCH;
  return isShapeless ? eraOfHeaders(request) : 'modern';
}

/** Revisions are named by their dates. */
function isModern(version: string): boolean {
  return version >= '2026';
}

const MODERN_IN_BATCH = 'batch-with-modern-element';

function eraOfHeaders({ headers }: Request): Era {
  const version = headers.get('mcp-protocol-version');
  if (version !== null) return isModern(version) ? 'modern' : 'legacy';
  return headers.has('mcp-session-id') ? 'legacy' : 'modern';
}
