/** The tool `add`: structured content with an output schema. */
import { z } from 'zod';
import { defineTool, structured, textBlock } from './entry.js';

export const add = defineTool({
  name: 'add',
  title: 'Add two numbers',
  description: 'Adds two numbers exactly as a computer does. Use it whenever a sum is needed.',
  inputSchema: z.object({
    a: z.number().describe('The first number.'),
    b: z.number().describe('The second number.'),
  }),
  outputSchema: z.object({ sum: z.number().describe('a + b.') }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  handle: ({ a, b }) => {
    const sum = a + b;
    if (Number.isFinite(sum)) return structured({ sum });
    const text = 'The sum is too large for a number. Use smaller numbers.';
    return { isError: true, content: [textBlock(text)] };
  },
});
