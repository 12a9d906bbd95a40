/** A user who says no, and what a server makes of it. */
import { defineScenario, jsonRpcError, z, type Fault } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';
const KEY = 'permission';

const question: Fault = {
  kind: 'ask',
  inputRequests: {
    [KEY]: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'The kitchen wants to delete all recipes. May it?',
        requestedSchema: {
          type: 'object',
          properties: { sure: { type: 'boolean', title: 'Delete them' } },
          required: ['sure'],
        },
      },
    },
  },
  requestState: 'asked',
  raw: {},
  more: {},
  as: 'json',
  before: [],
  after: [],
  times: 1,
};

export default defineScenario({
  id: 'elicitation_declined',
  title: 'Elicitation declined',
  group: 'interaction',
  summary: 'A call asks for a permission; a server reacts to a no in a way that is right or wrong.',
  params: z.strictObject({
    afterNo: z
      .enum(['tool_error', 'result', 'jsonrpc_error', 'ask_again'])
      .default('tool_error')
      .describe(
        'What follows a decline or a cancel: a tool error that says so, a result that says so, -32603, or the same question.',
      ),
  }),
  on: { method: 'tools/call', era: 'modern' },
  example: { afterNo: 'ask_again' },
  lesson: `
## What happens

A tool call is answered by a form. Accept it, and the tool runs. Decline or cancel it, and what follows is what \`afterNo\`
says; the text tells which of the two the server was told. Only revision 2026-07-28 is asked this way: what \`ask\` and
\`input_required\` do with a no works in both eras.

## What a correct client does

- It lets the user decline, which is an answer, and cancel, which is none; it sends the one that happened
  ([actions](${SPEC}/client/elicitation#response-actions)).
- With either it sends no \`content\`, and calls again with the answer: a new id, the same arguments, the state unchanged
  ([client requirements](${SPEC}/basic/patterns/mrtr#client-requirements-basic-workflow)).
- It may also drop the call and send nothing: there is no error to send.
- It hands what comes then to the model as it is. A no is the user's decision: nothing is repeated on the model's own
  account until it becomes a yes.
- It declines again where it is asked again, or lets the user end it
  ([security](${SPEC}/client/elicitation#security-considerations)).

## Seen in the wild

Clients that accept in the place of the user, with the defaults of the form; that send \`decline\` when a window was closed;
that hang because nobody answered.
`,
  onRequest(exchange, params) {
    const { rpc } = exchange;
    if (rpc.kind !== 'request') return undefined;
    if (rpc.inputResponses === null) return question;
    const action = actionOf(rpc.inputResponses);
    if (action === 'accept') return undefined;
    if (params.afterNo === 'ask_again') return question;
    const text = `Nothing was deleted: the user answered ${action}.`;
    if (params.afterNo === 'jsonrpc_error') {
      return jsonRpcError(
        { code: -32603, message: text, data: undefined, httpStatus: 'auto', as: 'json' },
        exchange,
      );
    }
    const content = [{ type: 'text', text }];
    if (params.afterNo === 'tool_error') return { kind: 'tool_error', content, as: 'json' };
    const result = { resultType: 'complete', content };
    return { kind: 'result', result, status: 200, as: 'json' };
  },
});

function actionOf(responses: Readonly<Record<string, unknown>>): string {
  const answer = responses[KEY];
  const isObject = typeof answer === 'object' && answer !== null && 'action' in answer;
  return isObject && typeof answer.action === 'string' ? answer.action : 'nothing';
}
