/** Params of a scenario that is a file: declared as data, checked like any others. */
import { z } from 'zod';
import { durationSchema } from '../units.js';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const description = z.string().min(1);
const json = z.json();

/** One param: its type, its bounds, what it is if left out, and what it means. */
export const paramDeclaration = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('integer'),
    minimum: z.int().optional(),
    maximum: z.int().optional(),
    default: z.int(),
    description,
  }),
  z.strictObject({
    type: z.literal('number'),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number(),
    description,
  }),
  z.strictObject({ type: z.literal('boolean'), default: z.boolean(), description }),
  z.strictObject({
    type: z.literal('string'),
    maxLength: z.int().min(0).max(10_000_000).default(10_000),
    default: z.string(),
    description,
  }),
  z.strictObject({
    type: z.literal('duration'),
    default: z.union([z.string(), z.number()]),
    description,
  }),
  z.strictObject({
    type: z.literal('choice'),
    of: z.array(scalar).min(1).max(100),
    default: scalar,
    description,
  }),
  z.strictObject({ type: z.literal('json'), default: json, description }),
]);

export type ParamDeclaration = z.output<typeof paramDeclaration>;

const DAY_MS = 86_400_000;

export function paramsSchemaOf(
  declarations: Readonly<Record<string, ParamDeclaration>>,
): z.ZodObject {
  const shape = Object.entries(declarations).map(
    ([name, declaration]) =>
      [
        name,
        typeOf(declaration).prefault(declaration.default).describe(declaration.description),
      ] as const,
  );
  return z.strictObject(Object.fromEntries(shape));
}

function typeOf(declaration: ParamDeclaration): z.ZodType {
  switch (declaration.type) {
    case 'integer':
      return z
        .int()
        .min(declaration.minimum ?? -1e9)
        .max(declaration.maximum ?? 1e9);
    case 'number':
      return z
        .number()
        .min(declaration.minimum ?? -1e15)
        .max(declaration.maximum ?? 1e15);
    case 'boolean':
      return z.boolean();
    case 'string':
      return z.string().max(declaration.maxLength);
    case 'duration':
      return durationSchema({ max: DAY_MS });
    case 'choice':
      return z.literal(declaration.of);
    default:
      return z.json();
  }
}
