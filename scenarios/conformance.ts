/** What the official conformance suite looks for, served without a fault. */
import { defineScenario, z } from 'mcp-fault-kitchen';
import { ASKING_TOOLS } from './conformance/asking-tools.js';
import { CONTENT_TOOLS } from './conformance/content-tools.js';
import { DIALOGUE_TOOLS } from './conformance/dialogue-tools.js';
import { PROMPTS } from './conformance/prompts.js';
import { RESOURCES } from './conformance/resources.js';
import { SCHEMA_TOOLS } from './conformance/schema-tools.js';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';
const SUITE = 'https://github.com/modelcontextprotocol/conformance';
const TOOLS = [...CONTENT_TOOLS, ...SCHEMA_TOOLS, ...DIALOGUE_TOOLS, ...ASKING_TOOLS];

export default defineScenario({
  id: 'conformance',
  title: 'Fixtures of the official suite',
  group: 'catalog',
  summary:
    'Nothing goes wrong; beside its own catalogue the server offers what the conformance suite calls.',
  params: z.strictObject({}),
  example: {},
  lesson: `
## What happens

The server is healthy, and offers the tools, resources and prompts that the [conformance suite](${SUITE}) in its mode
\`server\` expects by name: each kind of content ([tools](${SPEC}/server/tools#tool-result)), each kind of question in
one round and in several ([multi round trips](${SPEC}/basic/patterns/mrtr)), progress, log messages, changed lists.
With it the suite finds no fault in the kitchen, so what it finds with another scenario selected is that scenario's
doing. \`npm run conformance\` runs it.

## What a correct client does

- It gets through every one of these calls: a catalogue to try all kinds of answers against, with nothing broken in it.
- It shows content of every kind, or says which kind it cannot show.
- It asks its user only for what it declared ([capabilities](${SPEC}/basic/index#meta)):
  \`test_input_required_result_capabilities\` asks no more, \`test_missing_capability\` is refused with -32021.
- It keeps a schema as it came: \`json_schema_2020_12_tool\` uses most of JSON Schema 2020-12
  ([tool](${SPEC}/server/tools#tool)).
`,
  configureServer(plan) {
    for (const tool of TOOLS) plan.tools.set(tool.name, tool);
    for (const resource of RESOURCES) plan.resources.set(resource.uri, resource);
    for (const prompt of PROMPTS) plan.prompts.set(prompt.name, prompt);
  },
});
