/** Receives a request: reads the body whole, keeps the raw bytes, and parses without judging. */
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { Clock } from '../clock.js';
import { type Protocol, servingEra } from '../server-info.js';
import type { Wire } from '../wire/wire.js';
import { headerOf } from './header-lines.js';
import type { Arrival, Era, HeaderLines, McpAddress, RpcKind, RpcMessage } from './message.js';
import type { BodyRead } from './read-body.js';
import { parseJson, readClient, readMessage, readProtocolVersion } from './read-message.js';

export type Received =
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  | { readonly kind: 'refused'; readonly reason: BodyRefusal };

export type BodyRefusal =
  'content_coding' | 'transfer_coding' | `body_${Exclude<BodyRead['kind'], 'read'>}`;

export interface ReceiveSurroundings {
  readonly clock: Clock;
  readonly maxBodyBytes: number;
  readonly protocol: Protocol;
}

const decoder = new TextDecoder();

export async function receive(
  wire: Wire,
  address: McpAddress,
  { clock, maxBodyBytes, protocol }: ReceiveSurroundings,
): Promise<Received> {
  const coding = unknownCoding(wire.headers);
  if (coding !== null) return { kind: 'refused', reason: coding };
  const body = await wire.readBody(maxBodyBytes);
  if (body.kind !== 'read') return { kind: 'refused', reason: `body_${body.kind}` };
  const text = decoder.decode(body.bytes);
  const json = parseJson(text);
  const rpc = readMessage(text, json);
  const versionHeader = headerOf(wire.headers, 'mcp-protocol-version');
  const era = eraOf(wire, rpc, json, versionHeader);
  const isServedLegacy = servingEra(protocol, era) === 'legacy';
  return {
    kind: 'arrived',
    arrival: {
      at: clock.now(),
      verb: wire.verb,
      path: wire.path,
      address,
      headers: wire.headers,
      remote: wire.remote,
      connection: wire.connection,
      body: body.bytes,
      json,
      rpc,
      era,
      mcpSessionId: isServedLegacy ? headerOf(wire.headers, 'mcp-session-id') : null,
      protocolVersion: readProtocolVersion(rpc, versionHeader),
      client: readClient(rpc),
    },
  };
}

/** Bodies are read as they come: neither compressed by the client nor on the way. */
function unknownCoding(headers: HeaderLines): BodyRefusal | null {
  const contentCoding = headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (contentCoding !== '' && contentCoding !== 'identity') return 'content_coding';
  // Where the last coding is another one the framing is broken, which reading the body shows (RFC 9112, section 6.3).
  const transferCodings = headerOf(headers, 'transfer-encoding') ?? '';
  return /,\s*chunked\s*$/i.test(transferCodings) ? 'transfer_coding' : null;
}

/** Bodies that say nothing about the era. */
const SILENT: ReadonlySet<RpcKind> = new Set<RpcKind>(['none', 'unparseable']);

/** The SDK's own routing decision; where it can read no message, the headers that only one era has decide. */
function eraOf(wire: Wire, rpc: RpcMessage, json: unknown, versionHeader: string | null): Era {
  if (wire.verb !== 'POST' || SILENT.has(rpc.kind)) return eraOfHeaders(wire);
  // Whatever else it says: asking the SDK costs more than all the rest of this.
  if (rpc.kind === 'request' && versionHeader !== null && isModern(versionHeader)) return 'modern';
  const outcome = classifyInboundRequest({
    httpMethod: wire.verb,
    body: json,
    ...(versionHeader === null ? {} : { protocolVersionHeader: versionHeader }),
  });
  if (outcome.kind !== 'reject') return outcome.kind;
  const isShapeless = outcome.rung === 'jsonrpc-shape' && outcome.cell !== MODERN_IN_BATCH;
  return isShapeless ? eraOfHeaders(wire) : 'modern';
}

/** Revisions are named by their dates. */
function isModern(version: string): boolean {
  return version >= '2026';
}

const MODERN_IN_BATCH = 'batch-with-modern-element';

export function eraOfHeaders({ headers }: Pick<Wire, 'headers'>): Era {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (version !== null) return isModern(version) ? 'modern' : 'legacy';
  return headerOf(headers, 'mcp-session-id') !== null ? 'legacy' : 'modern';
}
