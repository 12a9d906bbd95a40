/** The prompts of the suite: plain, with arguments, with other content than text, and one that asks first. */
import { definePrompt, type PromptEntry, z } from 'mcp-fault-kitchen';
import { askText } from './ask-text.js';
import { PNG } from './media.js';

const anyText = (): z.ZodString => z.string().describe('Any text.');

export const PROMPTS: readonly PromptEntry[] = [
  {
    name: 'test_simple_prompt',
    title: 'Simple prompt',
    description: 'One message, no arguments.',
    get: () => ({ messages: [userText('This is a simple prompt for testing.')] }),
  },
  definePrompt({
    name: 'test_prompt_with_arguments',
    title: 'Prompt with arguments',
    description: 'One message made of two arguments.',
    argsSchema: z.object({ arg1: anyText(), arg2: anyText() }),
    get: ({ arg1, arg2 }) => ({
      messages: [userText(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  }),
  definePrompt({
    name: 'test_prompt_with_embedded_resource',
    title: 'Prompt with a resource',
    description: 'A message that holds a resource, and one about it.',
    argsSchema: z.object({ resourceUri: z.string().describe('URI of the resource.') }),
    get: ({ resourceUri: uri }) => {
      const text = 'Embedded resource content for testing.';
      const resource = { uri, mimeType: 'text/plain', text };
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          userText('Please process the embedded resource above.'),
        ],
      };
    },
  }),
  {
    name: 'test_prompt_with_image',
    title: 'Prompt with an image',
    description: 'A message that holds an image, and one about it.',
    get: () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
        userText('Please analyze the image above.'),
      ],
    }),
  },
  {
    name: 'test_input_required_result_prompt',
    title: 'Prompt that asks first',
    description: 'Asks for a context before it is filled in.',
    dialogue: () => [
      {
        state: false,
        requests: { user_context: askText('What context should the prompt use?', 'context') },
      },
    ],
    get: (_args, { answers }) => ({
      messages: [userText(`Use this context: ${JSON.stringify(answers['user_context'])}`)],
    }),
  },
];

type Message = Awaited<ReturnType<PromptEntry['get']>>['messages'][number];

function userText(text: string): Message {
  return { role: 'user', content: { type: 'text', text } };
}
