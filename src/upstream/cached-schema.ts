/** Spares the SDK from converting a tool's schema to JSON Schema anew for each request. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

type ToJson = StandardSchemaWithJSON['~standard']['jsonSchema']['input'];

const cached = new WeakMap<StandardSchemaWithJSON, StandardSchemaWithJSON>();

/** The same schema, whose JSON form is made once. */
export function cachedSchema(schema: StandardSchemaWithJSON): StandardSchemaWithJSON {
  let known = cached.get(schema);
  if (known === undefined) {
    const standard = schema['~standard'];
    const { input, output } = standard.jsonSchema;
    const jsonSchema = { input: once(input), output: once(output) };
    known = { '~standard': { ...standard, jsonSchema } };
    cached.set(schema, known);
  }
  return known;
}

/** The SDK always asks for the same dialect. */
function once(toJson: ToJson): ToJson {
  let json: ReturnType<ToJson> | undefined;
  return (options) => (json ??= toJson(options));
}
