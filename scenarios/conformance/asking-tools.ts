/** Tools that ask the client in revisions before 2026-07-28, where the suite watches the requests on the stream. */
import { defineTool, type InputAsk, type ToolEntry, z } from 'mcp-fault-kitchen';

type Form = Extract<InputAsk, { kind: 'form' }>['schema'];

const titled = (...titles: string[]): { const: string; title: string }[] =>
  titles.map((title, index) => ({ const: `value${String(index + 1)}`, title }));

const DEFAULTS: Form = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const CHOICES: Form = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: titled('First Option', 'Second Option', 'Third Option'),
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') },
    },
  },
};

const USER: Form = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

export const ASKING_TOOLS: readonly ToolEntry[] = [
  defineTool({
    name: 'test_sampling',
    title: 'Sampling',
    description: 'Passes a prompt to the model of the client.',
    inputSchema: z.object({ prompt: z.string().describe('The prompt.') }),
    dialogue: ({ prompt }) => {
      const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
      const ask: InputAsk = { kind: 'sampling', params: { messages, maxTokens: 100 } };
      return [{ requests: { response: ask }, state: true }];
    },
    handle: (_args, { answers }) => ({
      content: [
        { type: 'text', text: `LLM response: ${JSON.stringify(answers['response']?.['content'])}` },
      ],
    }),
  }),
  defineTool({
    name: 'test_elicitation',
    title: 'Elicitation',
    description: 'Shows a message and asks the user for a name and an address.',
    inputSchema: z.object({ message: z.string().describe('What the user is asked.') }),
    dialogue: ({ message }) => askOnce(message, USER),
    onDecline: 'run',
    handle: (_args, { answers }) => ({
      content: [{ type: 'text', text: `User response: ${describe(answers['response'])}` }],
    }),
  }),
  form(
    'test_elicitation_sep1034_defaults',
    'Asks with a default for each kind of value.',
    DEFAULTS,
  ),
  form('test_elicitation_sep1330_enums', 'Asks with each kind of choice.', CHOICES),
];

function form(name: string, description: string, schema: Form): ToolEntry {
  return {
    name,
    title: description.slice(0, -1),
    description,
    dialogue: () => askOnce('Please fill in this form.', schema),
    onDecline: 'run',
    handle: (_args, { answers }) => ({
      content: [{ type: 'text', text: `Elicitation completed: ${describe(answers['response'])}` }],
    }),
  };
}

function askOnce(message: string, schema: Form): ReturnType<NonNullable<ToolEntry['dialogue']>> {
  return [{ requests: { response: { kind: 'form', message, schema } }, state: true }];
}

function describe({ action, content }: Readonly<Record<string, unknown>> = {}): string {
  return `action=${String(action)}, content=${JSON.stringify(content ?? {})}`;
}
