/** A tool that ran and failed: a valid result that says so. */
import { defineScenario, z } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

export default defineScenario({
  id: 'tool_error',
  title: 'Tool error',
  group: 'application',
  summary: 'A tool call succeeds as a request, and its result says that the tool failed (isError).',
  params: z.strictObject({
    message: z
      .string()
      .max(1_000_000)
      .default('The order was not placed: "date" is in the past. Call again with a future date.')
      .describe('The text of the one content block that is sent.'),
    content: z
      .array(z.record(z.string(), z.json()))
      .max(1000)
      .optional()
      .describe(
        'Content blocks sent as they are, valid or not. Default: one text block, `message`.',
      ),
    structuredContent: z
      .json()
      .optional()
      .describe(
        'Any JSON as `structuredContent`, whether it fits the output schema or not. Default: none.',
      ),
    as: z
      .enum(['json', 'sse'])
      .default('json')
      .describe('One JSON body, or a stream (SSE) of one event.'),
  }),
  on: { method: 'tools/call', nth: 1 },
  example: { message: 'No table is free at 19:00. Ask for 18:00 or 21:00.' },
  lesson: `
## What happens

HTTP says 200, JSON-RPC says result, and only the result itself says \`"isError": true\`. The tool was found and ran; it
could not do what was asked ([tool errors](${SPEC}/server/tools#error-handling)).

## What a correct client does

- It hands the content to the model, so that the model can correct itself and call again. It does not throw the text
  away, and it does not show it as a crash.
- It keeps this apart from a JSON-RPC error: the call returned. In a program it is a value, not an exception.
- It does not insist on \`structuredContent\` that fits the output schema when the tool failed.
- It does not repeat the same call by itself with the same arguments: nothing would change.
- It treats the text as untrusted: content blocks it does not know are shown or left out, never executed
  ([security](${SPEC}/server/tools#security-considerations)).

## What a good text for a model is

It says what failed, why, and what to do next, in words that fit the tool's arguments: *"date" is in the past; call
again with a future date.* It holds no stack trace, no file path, no host name, no SQL, no token and no personal data:
all of it ends up in a prompt, and perhaps in somebody's log. It does not give orders that have nothing to do with the
call.
`,
  onRequest: (_exchange, { message, content, structuredContent, as }) => ({
    kind: 'tool_error',
    content: content ?? [{ type: 'text', text: message }],
    ...(structuredContent !== undefined && { structuredContent }),
    as,
  }),
});
