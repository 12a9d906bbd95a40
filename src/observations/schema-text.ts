/** Tells the JSON Schema of a secret (`"password": { "type": "string" }`), which describes one, from a secret. */
import { z } from 'zod';

const MAX_SCHEMA_LENGTH = 4_096;

/** Keywords that carry a value of the secret itself (`default`, `const`, `enum`, `examples`) are not among them. */
const describingSchema = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  readOnly: z.boolean().optional(),
  writeOnly: z.boolean().optional(),
  deprecated: z.boolean().optional(),
  'x-mcp-header': z.string().optional(),
});

export function isSchemaText(text: string): boolean {
  if (text.length > MAX_SCHEMA_LENGTH || !text.startsWith('{')) return false;
  try {
    return describingSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
