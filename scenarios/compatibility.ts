/** One tool for clients of every kind: with the answer given, with a user to ask, and with neither. */
import { defineScenario, defineTool, z, type ToolEntry } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';
const KEY = 'reason';

const FORM = {
  type: 'object',
  properties: { reason: { type: 'string', title: 'Reason', minLength: 1, maxLength: 200 } },
  required: ['reason'],
};

/** `content` was checked against the form before. */
const Answer = z.object({ content: z.object({ reason: z.string() }) });

const closeTicket: ToolEntry = defineTool({
  name: 'close_ticket',
  title: 'Close a ticket',
  description:
    'Pretends to close a ticket, for which a reason is needed; nothing is changed. Give the reason as an argument, or let the user be asked for it.',
  inputSchema: z.object({
    ticket: z
      .string()
      .min(1)
      .max(100)
      .meta({ 'x-mcp-header': 'Ticket' })
      .describe('Which ticket, say "T-7"; mirrored in Mcp-Param-Ticket.'),
    reason: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Why it is closed. Left out, the user is asked.'),
  }),
  outputSchema: z.object({
    ticket: z.string().describe('The ticket.'),
    closed: z.boolean().describe('Whether it is closed now.'),
    reason: z.string().describe('The reason, as given.'),
    by: z.enum(['argument', 'question']).describe('Where the reason came from.'),
    protocolVersion: z.string().nullable().describe('The version that the request names.'),
    mirrored: z.string().nullable().describe('What stood in Mcp-Param-Ticket, as it was sent.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  dialogue: ({ ticket, reason }, { elicitation }) =>
    reason !== undefined || !canFillIn(elicitation)
      ? []
      : [
          {
            requests: {
              [KEY]: { kind: 'form', message: `Why is ${ticket} to be closed?`, schema: FORM },
            },
            state: true,
          },
        ],
  handle: ({ ticket, reason }, { answers, arrival }) => {
    const answered = Answer.safeParse(answers[KEY]);
    const given = reason ?? (answered.success ? answered.data.content.reason : undefined);
    if (given === undefined) {
      const text = `${ticket} is still open: a reason is needed, and this client cannot ask its user. Call close_ticket again with the argument "reason".`;
      return { isError: true, content: [{ type: 'text', text }] };
    }
    const value = {
      ticket,
      closed: true,
      reason: given,
      by: reason === undefined ? 'question' : 'argument',
      protocolVersion: arrival.protocolVersion,
      mirrored: headerOf(arrival.headers, 'mcp-param-ticket'),
    };
    return {
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
    };
  },
});

export default defineScenario({
  id: 'compatibility',
  title: 'Compatibility',
  group: 'version',
  summary:
    'Nothing goes wrong: a tour of what clients of each era and ability get from one and the same tool.',
  params: z.strictObject({}),
  example: {},
  lesson: `
## What happens

The server is healthy, and has one tool more, \`close_ticket\`. It needs a reason, and comes to it in the way that the
client can go:

| The client                                         | What it gets                                          |
| -------------------------------------------------- | ----------------------------------------------------- |
| gives \`reason\`                                     | the result, at once                                   |
| leaves it out; 2026-07-28, can show forms          | \`input_required\`, and the result after the answer     |
| leaves it out; 2025 era, can show forms            | \`elicitation/create\` on the stream of the call        |
| leaves it out, and cannot show forms               | a tool error that says how to call it instead         |

The result names the protocol version of the request and what stood in \`Mcp-Param-Ticket\`. \`connection\` shows more:
every protocol header beside what the body says, and what the server may ask for.

Take the tour with each client that you have: call \`connection\`; call \`close_ticket\` with a reason and without one; then
with the ticket \`Zürich-7\`, which travels as \`=?base64?WsO8cmljaC03?=\`. Take it again with the server's eras one by one:
\`kitchen serve --protocol modern\`, \`--protocol legacy\`.

## What a correct client does

- It names its version and its capabilities with every request, and only what it can do
  ([\`_meta\`](${SPEC}/basic/index#meta)); a client of both eras finds out which one the server speaks
  ([compatibility matrix](${SPEC}/basic/versioning#compatibility-matrix)).
- It mirrors the arguments that the schema marks, letter by letter, in Base64 where they do not fit into a header
  ([value encoding](${SPEC}/basic/transports/streamable-http#value-encoding)).
- It answers \`input_required\` by the same call with a new id
  ([multi round trips](${SPEC}/basic/patterns/mrtr#client-requirements-basic-workflow)).
- It hands a tool error to the model, which then calls again with the reason
  ([tool errors](${SPEC}/server/tools#error-handling)).
`,
  configureServer(plan) {
    plan.tools.set(closeTicket.name, closeTicket);
  },
});

/** A bare \`elicitation: {}\` means forms (client/elicitation#capabilities). */
function canFillIn(
  elicitation: { readonly form?: unknown; readonly url?: unknown } | undefined,
): boolean {
  return (
    elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  );
}

function headerOf(headers: readonly (readonly [string, string])[], name: string): string | null {
  return headers.find(([header]) => header.toLowerCase() === name)?.[1] ?? null;
}
