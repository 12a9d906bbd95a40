/** What the specification says about the JSON-RPC error codes it defines: text, HTTP status and `data`. */
import type { Era, HeaderLines, RpcMessage } from '../../exchange/message.js';
import { LEGACY_VERSIONS, MODERN_VERSIONS } from '../../server-info.js';

/** What is known of the request that an error answers. An exchange and an arrival both fit. */
export interface AnsweredRequest {
  readonly era: Era;
  readonly headers: HeaderLines;
  readonly rpc: Pick<RpcMessage, 'method' | 'params' | 'meta'>;
}

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [-32700, 'Parse error'],
  [-32600, 'Invalid Request'],
  [-32601, 'Method not found'],
  [-32602, 'Invalid params'],
  [-32603, 'Internal error'],
  [-32020, 'Header mismatch: the HTTP headers do not match the request body'],
  [-32021, 'Server requires a client capability that was not declared'],
  [-32022, 'Unsupported protocol version'],
]);

/** The text that goes with a code. */
export function messageOf(code: number): string {
  return MESSAGES.get(code) ?? 'The server reported an error';
}

// basic/index#error-codes and basic/transports/streamable-http name no other pairings; an error that is not paired
// is answered in-band. -32602 has 400 only where `_meta` is missing, which is not what an injected one says.
const MODERN_STATUS: ReadonlyMap<number, number> = new Map([
  [-32700, 400],
  [-32600, 400],
  [-32601, 404],
  [-32020, 400],
  [-32021, 400],
  [-32022, 400],
]);

/** The HTTP status that the specification pairs with a code: 200 where it names none, and always in the legacy era. */
export function statusOf(code: number, era: Era): number {
  return era === 'modern' ? (MODERN_STATUS.get(code) ?? 200) : 200;
}

/** The `data` that the specification asks for with a code; undefined where it asks for none. */
export function dataOf(code: number, request: AnsweredRequest): unknown {
  if (code === -32021) return { requiredCapabilities: { [undeclaredCapability(request)]: {} } };
  if (code === -32022) {
    const requested = requestedVersion(request);
    // A version that was asked for is none of those that are supported instead.
    const others = MODERN_VERSIONS.filter((version) => version !== requested);
    return { supported: others.length === 0 ? LEGACY_VERSIONS : others, requested };
  }
  return undefined;
}

/** A capability that the client lacks by its own account; `elicitation` for a client that declares them all. */
function undeclaredCapability({ rpc }: AnsweredRequest): string {
  const declared =
    rpc.meta?.['io.modelcontextprotocol/clientCapabilities'] ?? rpc.params?.['capabilities'];
  const names = typeof declared === 'object' && declared !== null ? Object.keys(declared) : [];
  return (
    ['elicitation', 'sampling', 'roots'].find((name) => !names.includes(name)) ?? 'elicitation'
  );
}

function requestedVersion({ headers, rpc }: AnsweredRequest): string {
  const header = headers.find(([name]) => name.toLowerCase() === 'mcp-protocol-version')?.[1];
  const candidates = [
    rpc.meta?.['io.modelcontextprotocol/protocolVersion'],
    rpc.method === 'initialize' ? rpc.params?.['protocolVersion'] : undefined,
    header,
  ];
  return candidates.find((value) => typeof value === 'string') ?? 'unknown';
}
