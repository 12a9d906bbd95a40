/** What the head of a request tells of it, for faults that strike before its body is read. */
import { decodeSentinel } from '../judge/header-sentinel.js';
import { servingEra } from '../server-info.js';
import type { Wire } from '../wire/wire.js';
import { headerOf } from './header-lines.js';
import type { Arrival, McpAddress, RpcKind } from './message.js';
import { NO_MESSAGE } from './read-message.js';
import { eraOfHeaders, type ReceiveSurroundings } from './receive.js';

const NO_BODY = new Uint8Array(0);

/** Method and name stand in `Mcp-Method` and `Mcp-Name`; nothing says the id, or who calls. */
export function readHead(
  wire: Wire,
  address: McpAddress,
  { clock, protocol }: Pick<ReceiveSurroundings, 'clock' | 'protocol'>,
): Arrival {
  const { headers } = wire;
  const method = headerOf(headers, 'mcp-method');
  const era = eraOfHeaders(wire);
  const isServedLegacy = servingEra(protocol, era) === 'legacy';
  return {
    unread: true,
    at: clock.now(),
    verb: wire.verb,
    path: wire.path,
    address,
    headers,
    remote: wire.remote,
    connection: wire.connection,
    body: NO_BODY,
    json: undefined,
    rpc: {
      ...NO_MESSAGE,
      kind: kindOf(wire.verb, method),
      method,
      name: decodeSentinel(headerOf(headers, 'mcp-name') ?? '') || null,
    },
    era,
    mcpSessionId: isServedLegacy ? headerOf(headers, 'mcp-session-id') : null,
    protocolVersion: headerOf(headers, 'mcp-protocol-version'),
    client: { name: 'anonymous', version: null },
  };
}

function kindOf(verb: string, method: string | null): RpcKind {
  if (verb !== 'POST' || method === null) return 'none';
  return method.startsWith('notifications/') ? 'notification' : 'request';
}
