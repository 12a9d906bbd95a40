/** A call that needs something from the user first: a multi round-trip dialogue. */
import { defineScenario, requireTarget, roundsSchema, z } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

export default defineScenario({
  id: 'input_required',
  title: 'Input required',
  group: 'interaction',
  summary: 'A call is answered by questions; only the answers lead to its result.',
  params: z
    .strictObject({
      method: z
        .enum(['tools/call', 'prompts/get', 'resources/read'])
        .default('tools/call')
        .describe('The kind of call that needs input.'),
      name: z
        .string()
        .min(1)
        .max(2048)
        .default('run_scenario')
        .describe(
          'Name of the tool or prompt, or URI of the resource. Default: the tool `run_scenario`.',
        ),
      rounds: roundsSchema()
        .default([
          {
            requests: {
              approval: {
                kind: 'form',
                message: 'May this run go on?',
                schema: {
                  type: 'object',
                  properties: {
                    approved: { type: 'boolean', title: 'Approved' },
                    reason: { type: 'string', title: 'Reason', maxLength: 200 },
                  },
                  required: ['approved', 'reason'],
                },
              },
            },
            state: true,
          },
        ])
        .describe(
          'The rounds in order: each asks, and the answers lead to the next or to the result.',
        ),
    })
    .refine(({ method, name }) => method === 'tools/call' || name !== 'run_scenario', {
      error:
        'Give the name of the prompt (prompts/get) or the URI of the resource (resources/read)',
      path: ['name'],
    }),
  example: {
    rounds: [
      { requests: { folder: { kind: 'roots' } } },
      {
        requests: {
          table: {
            kind: 'form',
            message: 'How many guests?',
            schema: { type: 'object', properties: { guests: { type: 'integer', minimum: 1 } } },
          },
        },
      },
    ],
  },
  lesson: `
## What happens

The call is answered by a valid result with \`"resultType": "input_required"\`: not an error, not the end. It holds
\`inputRequests\` (questions by key), \`requestState\` (a text for the server alone), or both
([multi round trips](${SPEC}/basic/patterns/mrtr#inputrequiredresult)). A question of a kind that the client did not
declare is answered by -32021 instead, with HTTP 400. What the user declines or cancels ends the call with a result
that says so.

## What a correct client does

- It answers every question of the round, then sends the *same* call again: same method, name and arguments, a new id,
  \`inputResponses\` with the same keys, and the required \`_meta\` and headers as always
  ([client requirements](${SPEC}/basic/patterns/mrtr#client-requirements-basic-workflow)).
- It echoes \`requestState\` exactly, never looks into it, and sends none where none was given.
- It does this on \`tools/call\`, \`prompts/get\` and \`resources/read\`, for as many rounds as it takes, and gives up some
  time.
- It shows who asks and what is asked, and lets the user decline or cancel; the two are different answers
  ([elicitation](${SPEC}/client/elicitation#response-actions)).
- It sends no form content that breaks the schema, and opens no URL before the user agreed.
- Where it cannot answer it simply does not call again; there is no error to send back.
- A state that is refused (-32602) ends the dialogue: it may begin anew, without the state.
`,
  configureServer(plan, { method, name, rounds }) {
    requireTarget(plan, { method, name }, ['name']);
    plan.dialogues.push({ method, name, rounds });
  },
});
