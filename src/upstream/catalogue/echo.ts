/** The tool `echo`: the simplest call there is. */
import { z } from 'zod';
import { defineTool, textBlock } from './entry.js';

export const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description:
    'Returns the given text unchanged. Use it to check that calls arrive and come back whole.',
  inputSchema: z.object({ text: z.string().describe('The text to return.') }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  handle: ({ text }) => ({ content: [textBlock(text)] }),
});
