/** JSON Schema of scenario files and of scripts, for editors: completion, descriptions, and what is wrong at once. */
import { z } from 'zod';
import { SCENARIO_GROUPS } from '../scenario/contract.js';
import { paramDeclaration } from './file-params.js';
import { ruleSchema, scriptFields, scriptSchema } from './script-schema.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const PLACEHOLDER = {
  type: 'string',
  pattern: '^\\{\\{ ?param\\.[A-Za-z0-9_-]+ ?\\}\\}$',
  description: 'A param of the scenario: {{param.NAME}}.',
};

/** Of the params of the scenario `script`. */
export function scriptJsonSchema(): JsonSchema {
  return toJsonSchema(scriptSchema);
}

/** Of a scenario that is a YAML or JSON file. */
export function scenarioJsonSchema(): JsonSchema {
  const condition = z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Only where the params have these values (a value, or a list of them).');
  const { start, states, rules } = scriptFields;
  const schema = toJsonSchema(
    z.strictObject({
      $schema: z.string().optional().describe('Where this schema is.'),
      id: z.string().describe("Equal to the file's name, without its ending."),
      title: z.string().describe('A few words that people know it by.'),
      group: z.enum(SCENARIO_GROUPS).describe('Where it goes wrong.'),
      summary: z.string().describe('One sentence: what goes wrong.'),
      lesson: z.string().describe('Markdown: what happens, and what a correct client does.'),
      params: z.record(z.string(), paramDeclaration).optional().describe('Params by name.'),
      example: z.record(z.string(), z.unknown()).optional().describe('Params that show the point.'),
      start: start.optional(),
      states: states.optional(),
      seed: z
        .int()
        .min(0)
        .optional()
        .describe('All chance is a function of it: with one, every run is the same.'),
      rules: z.array(ruleSchema.safeExtend({ if: condition })).min(1),
    }),
  );
  const properties = objectOf(schema['properties']);
  const list = objectOf(properties['rules']);
  return {
    ...schema,
    title: 'Scenario of the MCP Fault Kitchen',
    properties: {
      ...properties,
      states: placeholdersIn(properties['states']),
      rules: {
        ...list,
        items: placeholdersIn(list['items']),
        description: rules.description,
      },
    },
  };
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  return { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
}

function objectOf(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Wherever a value other than a text is wanted, a param may stand instead. */
function withPlaceholders(schema: JsonSchema): JsonSchema {
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, placeholdersIn(value)]),
  );
  if (typeof inside['properties'] === 'object') {
    return { ...inside, properties: withFiles(objectOf(inside['properties'])) };
  }
  const { type, const: constant, enum: choices, ...rest } = inside;
  if (type === 'array') {
    const { description, default: value, ...list } = inside;
    const about = { description, default: value };
    return { ...withoutUndefined(about), anyOf: [list, PLACEHOLDER] };
  }
  const isScalar = type === 'integer' || type === 'number' || type === 'boolean';
  if (!isScalar && constant === undefined && choices === undefined) return inside;
  const own = withoutUndefined({ type, const: constant, enum: choices });
  return { ...rest, anyOf: [own, PLACEHOLDER] };
}

function withoutUndefined(members: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const INCLUDED = {
  type: 'object',
  properties: { file: { type: 'string' } },
  required: ['file'],
  additionalProperties: false,
  description: 'A file beside the scenario.',
};

/** A text may come from a file. */
function withFiles(members: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]) => {
      const { type, description, ...rest } = objectOf(schema);
      return type === 'string'
        ? [name, { ...withoutUndefined({ description }), anyOf: [{ type, ...rest }, INCLUDED] }]
        : [name, schema];
    }),
  );
}

function placeholdersIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => placeholdersIn(member));
  if (typeof value !== 'object' || value === null) return value;
  return withPlaceholders({ ...value });
}
