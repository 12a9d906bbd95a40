/** What a scenario file may have at a place, by its JSON Schema: to tell what a misspelt word was meant to be. */
import { scenarioJsonSchema } from './editor-schema.js';

type Path = readonly PropertyKey[];
type Schema = Readonly<Record<string, unknown>>;

export interface KnownWords {
  /** Names of members that an object at this place may have. */
  keys(path: Path): readonly string[];
  /** Texts of which the value at this place may be one. */
  values(path: Path): readonly string[];
}

export function knownWords(): KnownWords {
  const root = scenarioJsonSchema();
  const at = (path: Path): readonly Schema[] => schemasAt(root, path);
  return {
    keys: (path) => unique(at(path).flatMap(({ properties }) => Object.keys(properties ?? {}))),
    values: (path) =>
      unique(
        at(path)
          .flatMap(({ const: only, enum: choices }) => [only, choices].flat())
          .filter((value) => typeof value === 'string'),
      ),
  };
}

/** Several, where a value may have one of several forms. */
function schemasAt(root: Schema, path: Path): readonly Schema[] {
  let schemas = formsOf(root, root);
  for (const key of path) {
    schemas = schemas.flatMap((schema) => {
      const inner = memberSchema(schema, key);
      return inner === undefined ? [] : formsOf(inner, root);
    });
  }
  return schemas;
}

function memberSchema(schema: Schema, key: PropertyKey): Schema | undefined {
  const { properties, additionalProperties, items } = schema;
  if (typeof key === 'number') return schemaOf(items);
  const own = schemaOf(properties)?.[String(key)];
  return schemaOf(own ?? additionalProperties);
}

function formsOf(schema: Schema, root: Schema): readonly Schema[] {
  const { $ref: reference, anyOf, oneOf, allOf } = schema;
  const named = typeof reference === 'string' ? definition(root, reference) : undefined;
  // Only JSON values refer to something, and those that refer to themselves have no words of their own.
  const direct = named === undefined ? [schema] : [schema, named];
  const forms = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...direct, ...forms.flatMap((form) => formsOf(schemaOf(form) ?? {}, root))];
}

function definition(root: Schema, reference: string): Schema | undefined {
  const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  return name === undefined ? undefined : schemaOf(schemaOf(root['$defs'])?.[name]);
}

function schemaOf(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
