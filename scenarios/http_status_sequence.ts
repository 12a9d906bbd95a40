/** HTTP statuses, one request after the other. */
import { defineScenario, httpHeaders, httpHeaderValue, z } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

/** These tell a client when to come back (RFC 9110, RFC 6585). */
const WITH_RETRY_AFTER = [429, 503];

export default defineScenario({
  id: 'http_status_sequence',
  title: 'Sequence of HTTP statuses',
  group: 'transport',
  summary: 'Each request of a session gets the next HTTP status of a list; 200 lets it through.',
  params: z.strictObject({
    statusCodes: z
      .array(z.int().min(200).max(599))
      .min(1)
      .max(1000)
      .default([503, 200])
      .describe('The statuses in order. 200 passes to the healthy server.'),
    afterEnd: z
      .enum(['repeat_last', 'pass', 'cycle'])
      .default('repeat_last')
      .describe('After the last status: repeat it, pass to the healthy server, or begin again.'),
    retryAfter: z
      .union([z.int().min(0).max(31_536_000), httpHeaderValue()])
      .optional()
      .describe(
        '`Retry-After` of a 429 or 503: seconds, an HTTP date, or any text. Default: none.',
      ),
    headers: httpHeaders().default({}).describe('Further headers of every status but 200.'),
    body: z
      .string()
      .max(1_000_000)
      .default('')
      .describe('Body of every status but 200; 204, 205 and 304 have none.'),
    contentType: httpHeaderValue()
      .optional()
      .describe(
        '`Content-Type` of that body. Default: `text/plain; charset=utf-8` if there is one.',
      ),
  }),
  on: { verb: 'POST' },
  example: { statusCodes: [503, 429, 200], retryAfter: 1, on: { method: 'tools/call' } },
  lesson: `
## What happens

The nth request that \`on\` means gets the nth status, with the body and headers you gave and nothing else. There is no
JSON-RPC message in it: the failure is in the transport. By default *every* POST of the session counts. The handshake,
a \`tools/list\` or a notification may take the first status, so narrow \`on\` to the request you mean:
\`{ "method": "tools/call" }\`.

## What a correct client does

- It reads the status before the body, and reports an HTTP error rather than a JSON error when the body is HTML, text
  or empty.
- It asks again after 429 and 503, a bounded number of times, with growing pauses, and not before \`Retry-After\` has
  passed. It survives a \`Retry-After\` that makes no sense.
- Asking again means a new request with a new id. A tool call may have had its effect, so it is not repeated blindly.
- It does not take a 5xx, 401, 403 or 429 for an old server: only a 400, 404 or 405 without a modern error in its body
  is a reason to try \`initialize\`
  ([backward compatibility](${SPEC}/basic/transports/streamable-http#backward-compatibility)).
- A 202 or 204 holds no answer to a request: the client fails that request and does not wait for ever
  ([sending messages](${SPEC}/basic/transports/streamable-http#sending-messages)).
- One failed request leaves the others alone.
`,
  onRequest({ match }, { statusCodes, afterEnd, retryAfter, headers, body, contentType }) {
    const status = statusAt(statusCodes, match - 1, afterEnd);
    if (status === 200) return undefined;
    return {
      kind: 'http_status',
      status,
      headers,
      body,
      ...(contentType !== undefined && { contentType }),
      ...(retryAfter !== undefined &&
        WITH_RETRY_AFTER.includes(status) && { retryAfter: String(retryAfter) }),
    };
  },
});

function statusAt(codes: readonly number[], index: number, afterEnd: string): number {
  const last = codes.length - 1;
  if (index > last && afterEnd === 'pass') return 200;
  return codes[afterEnd === 'cycle' ? index % codes.length : Math.min(index, last)] ?? 200;
}
