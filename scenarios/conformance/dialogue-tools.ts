/** Tools that need input first (multi round trips): each kind of request, with and without state, in several rounds. */
import type { InputAsk, Round, ToolEntry } from 'mcp-fault-kitchen';
import { askText } from './ask-text.js';

type Requests = Round['requests'];

const asking = (requests: Requests): Round => ({ requests, state: false });
const askingWithState = (requests: Requests): Round => ({ requests, state: true });

const USER_NAME = askText('What is your name?', 'name');
const ROOTS: InputAsk = { kind: 'roots' };
const CAPITAL = askModel('What is the capital of France?', 100);
const CONFIRM: InputAsk = {
  kind: 'form',
  message: 'Please confirm',
  schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
};

export const DIALOGUE_TOOLS: readonly ToolEntry[] = [
  tool('elicitation', 'Asks for a name.', [asking({ user_name: USER_NAME })]),
  tool('sampling', 'Asks the model.', [asking({ capital_question: CAPITAL })]),
  tool('list_roots', 'Asks for the roots.', [asking({ client_roots: ROOTS })]),
  tool('request_state', 'Asks for a confirmation, with state.', [
    askingWithState({ confirm: CONFIRM }),
  ]),
  tool('multiple_inputs', 'Asks for a name, the model and the roots at once.', [
    askingWithState({
      user_name: USER_NAME,
      greeting: askModel('Generate a greeting', 50),
      client_roots: ROOTS,
    }),
  ]),
  tool('multi_round', 'Asks for a name, then for a color.', [
    askingWithState({ step1: askText('Step 1: What is your name?', 'name') }),
    askingWithState({ step2: askText('Step 2: What is your favorite color?', 'color') }),
  ]),
  tool('tampered_state', 'Asks for a confirmation; takes no state but its own.', [
    askingWithState({ confirm: CONFIRM }),
  ]),
  {
    ...tool('capabilities', 'Asks only what the client can answer.', []),
    dialogue: (_args, { elicitation, sampling, roots }) => {
      const requests: Requests = {
        ...(elicitation && { user_name: USER_NAME }),
        ...(sampling && { capital_question: CAPITAL }),
        ...(roots && { client_roots: ROOTS }),
      };
      return Object.keys(requests).length === 0 ? [] : [asking(requests)];
    },
  },
  {
    ...tool('', 'Needs sampling, whatever the client can do.', [
      asking({ capital_question: CAPITAL }),
    ]),
    name: 'test_missing_capability',
  },
  {
    ...tool('', 'Asks for a name, in its result and never as a request on the stream.', [
      asking({ user_name: USER_NAME }),
    ]),
    name: 'test_streaming_elicitation',
  },
];

function askModel(text: string, maxTokens: number): InputAsk {
  const messages = [{ role: 'user', content: { type: 'text', text } }];
  return { kind: 'sampling', params: { messages, maxTokens } };
}

/** A tool that says `state-ok` and what it was answered: a state that is not its own never comes so far. */
function tool(what: string, description: string, rounds: readonly Round[]): ToolEntry {
  return {
    name: `test_input_required_result_${what}`,
    title: description.slice(0, -1),
    description,
    dialogue: () => rounds,
    handle: (_args, { answers }) => ({
      content: [{ type: 'text', text: `state-ok, answers: ${JSON.stringify(answers)}` }],
    }),
  };
}
