/** A scenario of a user's own, in a folder that no `node_modules` leads to. */
import { defineScenario, z } from 'mcp-fault-kitchen';

export default defineScenario({
  id: 'sold_out',
  title: 'Sold out',
  group: 'application',
  summary: 'Tools say that a dish is sold out.',
  params: z.strictObject({
    dish: z.string().max(100).default('soup').describe('What is sold out.'),
  }),
  on: { method: 'tools/call' },
  example: { dish: 'dumplings' },
  lesson: 'The call returned. A correct client hands the text to the model.',
  onRequest: (_exchange, { dish }) => ({
    kind: 'tool_error',
    content: [{ type: 'text', text: `No ${dish} is left.` }],
    as: 'json',
  }),
});
