/** What arrived at an MCP address: one HTTP request, read whole and parsed without judging it. */

/** `modern` is protocol revision 2026-07-28 and later, `legacy` the revisions that open with `initialize`. */
export type Era = 'modern' | 'legacy';

/** Header lines as they stood on the wire: order, case and repetitions kept. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/**
 * What kind of JSON-RPC message a body holds. `invalid`: parsed, but none of the others;
 * `unparseable`: no JSON; `none`: no body (GET, DELETE).
 */
export type RpcKind =
  'request' | 'notification' | 'response' | 'batch' | 'invalid' | 'unparseable' | 'none';

/** The JSON-RPC message of an exchange, as far as it could be read. */
export interface RpcMessage {
  readonly kind: RpcKind;
  /** The `id` exactly as its JSON token stood in the body (`1`, `"a\u0062"`, `12345678901234567890`); null if absent. */
  readonly idToken: string | null;
  readonly method: string | null;
  /** Tool name, prompt name or resource URI, for the methods that name one. */
  readonly name: string | null;
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly meta: Readonly<Record<string, unknown>> | null;
  /** The echoed `requestState` of a further round of an MRTR dialogue; null if absent. */
  readonly requestState: string | null;
  /** `inputResponses` of a further round; null if absent. */
  readonly inputResponses: Readonly<Record<string, unknown>> | null;
}

/** Who is calling, by its own account. */
export interface ClientInfo {
  /** `anonymous` where a request has no `clientInfo`. */
  readonly name: string;
  readonly version: string | null;
}

/** Where a request was sent: `/w/WORKSPACE/mcp` or `/w/WORKSPACE/s/KEY/mcp`. */
export interface McpAddress {
  readonly workspace: string;
  readonly key: string | null;
}

/** One HTTP request to an MCP address whose body was read whole, or (`unread`) whose head alone was. */
export interface Arrival {
  /** True where a fault strikes before the body: it is empty here, and `rpc` says what the headers say. */
  readonly unread?: true;
  /** Milliseconds since the epoch when the body (`unread`: the head) had been read whole. */
  readonly at: number;
  /** HTTP method. */
  readonly verb: string;
  /** Path and query. */
  readonly path: string;
  readonly address: McpAddress;
  readonly headers: HeaderLines;
  /** The peer's IP address; `in-process` without a socket. */
  readonly remote: string;
  /** Identity of the TCP connection; null without a socket. */
  readonly connection: object | null;
  readonly body: Uint8Array;
  /** The parsed body; undefined if there is none or it is no JSON. */
  readonly json: unknown;
  readonly rpc: RpcMessage;
  readonly era: Era;
  /**
   * The `Mcp-Session-Id`, where the server of the 2025 era answers; null without one, and always in the modern era. The
   * first one of the session, where a fault gave others for it.
   */
  readonly mcpSessionId: string | null;
  /** The protocol version that the request names (header, `_meta` or `initialize`); null if none. */
  readonly protocolVersion: string | null;
  readonly client: ClientInfo;
}
