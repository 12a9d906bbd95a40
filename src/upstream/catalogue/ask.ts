/** The tool `ask`: asks the user something by a multi round trip, and is content with any answer. */
import { z } from 'zod';
import { defineTool, structured } from './entry.js';

const KEY = 'approval';

const FORM = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      title: 'Your name',
      description: 'Who gives the answer.',
      minLength: 1,
      maxLength: 100,
    },
    approved: { type: 'boolean', title: 'Approve', description: 'Whether you agree.' },
  },
  required: ['name', 'approved'],
} as const;

/** `content` was checked against the form before the tool is called. */
const Answer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.object({ name: z.string(), approved: z.boolean() }).optional().catch(undefined),
});

export const ask = defineTool({
  name: 'ask',
  title: 'Ask the user',
  description:
    'Asks the user for a name and an approval by a form, and returns what the user did: accept, decline or cancel. Use it when a person has to agree first, or to try how the client handles elicitation.',
  inputSchema: z.object({
    subject: z
      .string()
      .max(200)
      .default('this request')
      .describe('What is to be approved, as it should read after "Do you approve".'),
  }),
  outputSchema: z.object({
    action: z.enum(['accept', 'decline', 'cancel']).describe('What the user did with the form.'),
    name: z.string().optional().describe('The name that was given; only with accept.'),
    approved: z.boolean().optional().describe('Whether the user agreed; only with accept.'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  dialogue: ({ subject }) => [
    {
      requests: { [KEY]: { kind: 'form', message: `Do you approve ${subject}?`, schema: FORM } },
      state: true,
    },
  ],
  onDecline: 'run',
  handle: (_args, { answers }) => {
    const { action, content } = Answer.parse(answers[KEY]);
    return structured({ action, ...(action === 'accept' && content) });
  },
});
