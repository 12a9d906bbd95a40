/** The params of a scenario, read from their JSON Schema, as rows for a person. */
import { z } from 'zod';

const schemaOf: z.ZodType<ParamSchema> = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf(): z.ZodOptional<z.ZodArray<z.ZodType<ParamSchema>>> {
    return z.array(schemaOf).optional();
  },
  get items(): z.ZodOptional<z.ZodType<ParamSchema>> {
    return schemaOf.optional();
  },
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
});

interface ParamSchema {
  readonly type?: string | string[] | undefined;
  readonly enum?: unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: ParamSchema[] | undefined;
  readonly items?: ParamSchema | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly default?: unknown;
  readonly description?: string | undefined;
}

const objectSchema = z.looseObject({ properties: z.record(z.string(), schemaOf).default({}) });

export const PARAM_HEAD: readonly string[] = ['Param', 'Default', 'Values', 'Description'];

/** Name, default, values and description of each param of a JSON Schema object. */
export function paramRows(paramsSchema: unknown): readonly (readonly string[])[] {
  const parsed = objectSchema.safeParse(paramsSchema);
  if (!parsed.success) return [];
  return Object.entries(parsed.data.properties).map(([name, schema]) => [
    name,
    'default' in schema ? JSON.stringify(schema.default) : '-',
    describeValues(schema),
    schema.description ?? '',
  ]);
}

function describeValues(schema: ParamSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema && schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeValues))].join(' | ');
  if (schema.items) {
    return `list of${range(schema.minItems, schema.maxItems)} ${describeValues(schema.items)}`;
  }
  const type = [schema.type ?? 'any'].flat().join(' | ');
  return `${type}${range(schema.minimum, schema.maximum)}`;
}

function range(min: number | undefined, max: number | undefined): string {
  const bounds = [min, max].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? '' : String(bound),
  );
  return bounds.every((bound) => bound === '') ? '' : ` ${bounds.join('..')}`;
}
