/** An HTTP status for each JSON-RPC method. */
import { defineScenario, httpHeaders, z } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

export default defineScenario({
  id: 'status_per_method',
  title: 'Status per method',
  group: 'transport',
  summary:
    'Each JSON-RPC method has an HTTP status of its own; the methods that are not named work.',
  params: z.strictObject({
    statuses: z
      .record(z.string().min(1).max(256), z.int().min(200).max(599))
      .default({ 'tools/list': 503, 'resources/list': 403, 'prompts/list': 404 })
      .describe('Statuses by method. 200 passes to the healthy server.'),
    body: z.string().max(1_000_000).default('').describe('Body of every status but 200, as text.'),
    headers: httpHeaders().default({}).describe('Headers of every status but 200.'),
  }),
  on: { verb: 'POST' },
  example: { statuses: { 'tools/call': 429 }, headers: { 'Retry-After': '2' } },
  lesson: `
## What happens

A gateway that knows methods, rights per method, a back end that is down in part: each method that \`statuses\` names gets
its status and no JSON-RPC message, every time; all others are healthy. The handshake works unless it is named.

## What a correct client does

- It connects, and uses what works: a list that fails is that one list, and says nothing about the others
  ([server features](${SPEC}/server)).
- It keeps apart what each status means: 403 is not tried again, 503 and 429 are, within bounds and with a new id, and
  404 without a JSON-RPC error in its body is no missing method
  ([protocol version header](${SPEC}/basic/transports/streamable-http#protocol-version-header)).
- It does not begin anew with \`initialize\` because one method failed
  ([backward compatibility](${SPEC}/basic/transports/streamable-http#backward-compatibility)).
- It tells its user which part is missing and why, instead of showing an empty list.

## Seen in the wild

\`Promise.all\` over all lists while connecting, so that one 403 costs the whole server.
`,
  onRequest({ rpc: { method } }, { statuses, body, headers }) {
    if (method === null || !Object.hasOwn(statuses, method)) return undefined;
    const status = statuses[method] ?? 200;
    return status === 200 ? undefined : { kind: 'http_status', status, body, headers };
  },
});
