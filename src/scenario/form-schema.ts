/** The subset of JSON Schema that a form may use (client/elicitation): a flat object of primitive fields. */
import { z } from 'zod';
import { nearest } from '../nearest.js';

const about = { title: z.string().optional(), description: z.string().optional() };
const size = z.int().min(0).optional();
const choices = z.array(z.string()).min(1);
const titledChoices = z.array(z.strictObject({ const: z.string(), title: z.string() })).min(1);

const textField = z
  .strictObject({
    type: z.literal('string'),
    ...about,
    minLength: size,
    maxLength: size,
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    enum: choices.optional(),
    enumNames: z.array(z.string()).optional(),
    oneOf: titledChoices.optional(),
    default: z.string().optional(),
  })
  .superRefine(ascending('minLength', 'maxLength'));

const numberField = z
  .strictObject({
    type: z.enum(['number', 'integer']),
    ...about,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  })
  .superRefine(ascending('minimum', 'maximum'));

const flagField = z.strictObject({
  type: z.literal('boolean'),
  ...about,
  default: z.boolean().optional(),
});

const choiceField = z
  .strictObject({
    type: z.literal('array'),
    ...about,
    minItems: size,
    maxItems: size,
    items: z.union([
      z.strictObject({ type: z.literal('string'), enum: choices }),
      z.strictObject({ anyOf: titledChoices }),
    ]),
    default: z.array(z.string()).optional(),
  })
  .superRefine(ascending('minItems', 'maxItems'));

/** `requestedSchema` of a form. */
export const formSchema: z.ZodType<Readonly<Record<string, unknown>>> = z
  .strictObject({
    $schema: z.string().optional(),
    type: z.literal('object'),
    properties: z.record(
      z.string(),
      z.discriminatedUnion('type', [textField, numberField, flagField, choiceField]),
    ),
    required: z.array(z.string()).optional(),
  })
  .superRefine(({ properties, required = [] }, context) => {
    for (const [index, name] of required.entries()) {
      if (Object.hasOwn(properties, name)) continue;
      const near = nearest(name, Object.keys(properties));
      const hint = near === undefined ? '' : `. Did you mean ${near}?`;
      const message = `There is no property ${JSON.stringify(name)}${hint}`;
      context.addIssue({ code: 'custom', path: ['required', index], message });
    }
  });

/** Nothing could be entered between bounds that are crossed. */
function ascending<Min extends string, Max extends string>(
  min: Min,
  max: Max,
): (
  field: { readonly [Key in Min | Max]?: number | undefined },
  context: z.core.$RefinementCtx,
) => void {
  return (field, context) => {
    const [least, most] = [field[min], field[max]];
    if (least === undefined || most === undefined || least <= most) return;
    context.addIssue({ code: 'custom', path: [max], message: `Must not be smaller than ${min}` });
  };
}
