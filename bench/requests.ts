/** The requests that the load is made of. */

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const VERSION = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol';

/** A healthy call as a client of the modern era sends it. */
export const CALL: LoadRequest = post(
  'tools/call',
  { name: 'echo', arguments: { text: 'Hello, kitchen.' } },
  { 'Mcp-Name': 'echo' },
);

/** Opens a stream that stays open. */
export const LISTEN: LoadRequest = post('subscriptions/listen', {
  notifications: { toolsListChanged: true },
});

function post(
  method: string,
  params: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): LoadRequest {
  const _meta = {
    [`${PREFIX}/protocolVersion`]: VERSION,
    [`${PREFIX}/clientInfo`]: { name: 'bench', version: '1.0.0' },
    [`${PREFIX}/clientCapabilities`]: {},
  };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  };
}

export function read(path: string): LoadRequest {
  return { method: 'GET', path, headers: { Accept: 'application/json' } };
}
