/** Builds the small request that the SDK gets instead of the one whose body was read already. */
import type { Arrival } from '../exchange/message.js';

/** Nothing is sent there: the SDK only wants a URL. */
const URL = 'http://kitchen.invalid/mcp';
/** `fetch` refuses to build a request with these; the SDK refuses every verb but POST the same way. */
const FORBIDDEN_VERBS = new Set(['CONNECT', 'TRACE', 'TRACK']);

export function toSdkRequest(
  { verb, headers, json, body, mcpSessionId }: Arrival,
  signal?: AbortSignal,
): Request {
  const bare = verb !== 'POST' || json !== undefined;
  return new Request(URL, {
    method: FORBIDDEN_VERBS.has(verb) ? 'PUT' : verb,
    headers: sdkHeaders(headers, mcpSessionId),
    ...(signal !== undefined && { signal }),
    ...(!bare && { body: new Uint8Array(body) }),
  });
}

const PASSED_ON = new Set(['content-type', 'accept', 'last-event-id']);

/** Only what the protocol defines: no credentials, nothing about this connection. */
function sdkHeaders(lines: Arrival['headers'], mcpSessionId: string | null): Headers {
  const headers = new Headers();
  for (const [name, value] of lines) {
    const lower = name.toLowerCase();
    if (PASSED_ON.has(lower) || lower.startsWith('mcp-')) headers.append(name, value);
  }
  // The client may know it by another id.
  if (mcpSessionId !== null) headers.set('mcp-session-id', mcpSessionId);
  return headers;
}
