/** Tools that matter for what they advertise: a whole JSON Schema, and an argument that travels in a header. */
import { defineTool, fromJsonSchema, type ToolEntry, z } from 'mcp-fault-kitchen';

/** The vocabulary of JSON Schema 2020-12 that has to come through `tools/list` unchanged. */
const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

let schema: ReturnType<typeof fromJsonSchema> | undefined;

export const SCHEMA_TOOLS: readonly ToolEntry[] = [
  {
    name: 'json_schema_2020_12_tool',
    title: 'JSON Schema 2020-12',
    description: 'Tool with JSON Schema 2020-12 features',
    // Not before it is needed: a whole validator comes with it, which would slow down every start.
    get inputSchema() {
      schema ??= fromJsonSchema(SCHEMA_2020_12);
      return schema;
    },
    handle: (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
  },
  defineTool({
    name: 'test_x_mcp_header',
    title: 'Argument in a header',
    description: 'Returns a region, which the caller mirrors in the header Mcp-Param-Region.',
    inputSchema: z.object({
      region: z.string().meta({ 'x-mcp-header': 'Region' }).describe('Any text.'),
    }),
    handle: ({ region }) => ({ content: [{ type: 'text', text: region }] }),
  }),
];
