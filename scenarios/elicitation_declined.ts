/** A user who says no, and what a server makes of it. */
import { defineScenario, jsonRpcError, z, type Fault } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';
const KEY = 'permission';

const inputRequests = {
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
};

const AFTER_NO = ['tool_error', 'result', 'jsonrpc_error', 'ask_again'] as const;
type AfterNo = (typeof AFTER_NO)[number];

export default defineScenario({
  id: 'elicitation_declined',
  title: 'Elicitation declined',
  group: 'interaction',
  summary: 'A call asks for a permission; a server reacts to a no in a way that is right or wrong.',
  params: z.strictObject({
    afterNo: z
      .enum(AFTER_NO)
      .default('tool_error')
      .describe(
        'What follows where nobody accepted: a tool error that says so, a result that says so, -32603, or the same question.',
      ),
  }),
  on: { method: 'tools/call' },
  example: { afterNo: 'ask_again' },
  lesson: `
## What happens

A tool call is answered by a form: by \`input_required\` in revision 2026-07-28, by \`elicitation/create\` on the stream of
the call in the 2025 era. Accept it, and the tool runs. Decline or cancel it, and what follows is what \`afterNo\` says; the
text tells which of the two the server was told, or that it was told nothing: an error is no yes either.

## What a correct client does

- It lets the user decline, which is an answer, and cancel, which is none; it sends the one that happened
  ([actions](${SPEC}/client/elicitation#response-actions)).
- With either it sends no \`content\`. In the 2025 era it posts the response; in the modern one it calls again with the
  answer: a new id, the same arguments, the state unchanged
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
  onRequest(exchange, { afterNo }) {
    const { rpc } = exchange;
    if (rpc.kind !== 'request') return undefined;
    if (rpc.inputResponses === null) return question(afterNo);
    const action = actionOf(rpc.inputResponses);
    if (action === 'accept') return undefined;
    if (afterNo === 'ask_again') return question(afterNo);
    const said = answerTo(action, afterNo);
    if ('error' in said) {
      return jsonRpcError(
        { ...said.error, data: undefined, httpStatus: 'auto', as: 'json' },
        exchange,
      );
    }
    if (afterNo === 'tool_error') {
      return { kind: 'tool_error', content: said.result.content, as: 'json' };
    }
    const result = { resultType: 'complete', ...said.result };
    return { kind: 'result', result, status: 200, as: 'json' };
  },
});

/** In the 2025 era the call waits for its answer, so what follows is said at once. */
function question(afterNo: AfterNo): Fault {
  const after = (action: 'decline' | 'cancel' | 'nothing') =>
    afterNo === 'ask_again' ? afterNo : answerTo(action, afterNo);
  return {
    kind: 'ask',
    inputRequests,
    requestState: 'asked',
    raw: {},
    more: {},
    as: 'json',
    before: [],
    after: [],
    times: 1,
    afterNo: { decline: after('decline'), cancel: after('cancel'), nothing: after('nothing') },
  };
}

function answerTo(action: string, afterNo: Exclude<AfterNo, 'ask_again'>) {
  const text = `Nothing was deleted: the user answered ${action}.`;
  if (afterNo === 'jsonrpc_error') return { error: { code: -32603, message: text } };
  const content = [{ type: 'text', text }];
  return { result: { content, ...(afterNo === 'tool_error' && { isError: true }) } };
}

function actionOf(responses: Readonly<Record<string, unknown>>): string {
  const answer = responses[KEY];
  const isObject = typeof answer === 'object' && answer !== null && 'action' in answer;
  return isObject && typeof answer.action === 'string' ? answer.action : 'nothing';
}
