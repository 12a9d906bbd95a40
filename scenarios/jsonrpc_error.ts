/** A JSON-RPC error: the protocol itself says no. */
import { defineScenario, jsonRpcError, z } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

/** No body fits these. */
const BODILESS = [204, 205, 304];

export default defineScenario({
  id: 'jsonrpc_error',
  title: 'JSON-RPC error',
  group: 'protocol',
  summary: 'A request is answered by a JSON-RPC error instead of its result.',
  params: z.strictObject({
    code: z.int().default(-32602).describe('The error code: any integer.'),
    message: z
      .string()
      .max(100_000)
      .optional()
      .describe('The error message. Default: what usually goes with the code.'),
    data: z
      .json()
      .optional()
      .describe(
        'Any JSON as `data`. Default: what the specification asks for with -32021 and -32022, else none.',
      ),
    httpStatus: z
      .union([
        z.literal('auto'),
        z
          .int()
          .min(200)
          .max(599)
          .refine((status) => !BODILESS.includes(status), {
            error: 'An answer with status 204, 205 or 304 has no body to hold an error',
          }),
      ])
      .default('auto')
      .describe(
        'HTTP status, or `auto`: what the specification pairs with the code in the modern era, else 200.',
      ),
    as: z
      .enum(['json', 'sse'])
      .default('json')
      .describe('One JSON body, or a stream (SSE) of one event.'),
  }),
  on: { method: 'tools/call', nth: 1 },
  example: { code: -32603, message: 'The kitchen is on fire' },
  lesson: `
## What happens

The first tool call is answered by an error object with its own id. The server did not run the tool: the *protocol*
says no. \`auto\` pairs 400 with -32700, -32600, -32020, -32021 and -32022, and 404 with -32601; any other error comes
inside a 200 ([error codes](${SPEC}/basic/index#error-codes),
[Streamable HTTP](${SPEC}/basic/transports/streamable-http#protocol-version-header)).

## What a correct client does

- It looks for a JSON-RPC error in the body of a 400 or 404 too, and decides by its code, not by the status
  ([backward compatibility](${SPEC}/basic/transports/streamable-http#backward-compatibility)).
- It rejects the one request whose id the error carries, and keeps code, message and data for its caller. It stays
  usable.
- It keeps this apart from a tool error: an error here is for the program, and *may* be passed on to the model
  ([tool errors](${SPEC}/server/tools#error-handling)).
- -32022 (version): it picks a version of \`data.supported\` that it speaks and asks again with a new id, or says that
  there is none; it does not loop when the answer stays the same
  ([negotiation](${SPEC}/basic/versioning#protocol-version-negotiation)).
- -32021 (capability): it declares what \`data.requiredCapabilities\` names only if it really can do it.
- -32020 (headers): it corrects its headers once, perhaps after reading \`tools/list\` anew, or gives up.
- None of these, nor a 404 with -32601, makes it fall back to \`initialize\`.
`,
  onRequest: (exchange, { code, message, data, httpStatus, as }) =>
    jsonRpcError({ code, message, data, httpStatus, as }, exchange),
});
