/** The kinds of faults and their fields as Markdown. */
import { z } from 'zod';

interface Kind {
  readonly kind: string;
  readonly stage: string;
  readonly summary: string;
  readonly fields: z.ZodType;
}

interface Field {
  readonly description?: string | undefined;
  readonly default?: unknown;
}

const STAGES: Readonly<Record<string, string>> = {
  answer: 'Says something else instead of the healthy answer (one of these at most)',
  alter: 'Changes what is said',
  hold: 'Holds it back',
  carry: 'Harms the way it is carried',
  aside: 'Happens aside',
};

const schemaOf = z.object({
  properties: z
    .record(
      z.string(),
      z.looseObject({ description: z.string().optional(), default: z.unknown().optional() }),
    )
    .default({}),
  required: z.array(z.string()).default([]),
});

export function kindsReference(vocabulary: Readonly<Record<string, Kind>>): string {
  const kinds = Object.values(vocabulary);
  const shown = new Map<string, string>();
  return Object.entries(STAGES)
    .map(([stage, heading]) => {
      const own = kinds.filter((kind) => kind.stage === stage);
      return own.length === 0
        ? ''
        : [`### ${heading}`, ...own.map((kind) => kindText(kind, shown))].join('\n\n');
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

function kindText({ kind, summary, fields }: Kind, shown: Map<string, string>): string {
  const { properties, required } = schemaOf.parse(
    z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' }),
  );
  const rows = Object.entries(properties).map(
    ([name, field]) => `| \`${name}\` | ${fieldText(field, required.includes(name))} |`,
  );
  const table = rows.length === 0 ? [] : [['| field | |', '|---|---|', ...rows].join('\n')];
  const forms = Object.entries(properties).flatMap(([name, field]) =>
    formsText(name, field, shown),
  );
  return [`**\`${kind}\`**: ${summary}`, ...table, ...forms].join('\n\n');
}

/** A list of objects that may have one of several forms: what each of them is. */
function formsText(name: string, field: unknown, shown: Map<string, string>): readonly string[] {
  // `items` is false where a list has a place for each of its members.
  const given = z
    .looseObject({ items: z.union([z.literal(false), formSchema]).optional() })
    .parse(field);
  const items = given.items === false ? undefined : given.items;
  const forms = (items?.anyOf ?? items?.oneOf ?? []).filter(
    (form) => form.properties !== undefined,
  );
  if (forms.length < 2) return [];
  const lines = forms.map(({ properties = {}, required = [] }) => {
    const members = Object.keys(properties).map((member) =>
      required.includes(member) ? member : `${member}?`,
    );
    const about = Object.values(properties).find((member) => member.description !== undefined);
    const text = about?.description === undefined ? '' : `: ${about.description}`;
    return `- \`{ ${members.join(', ')} }\`${text}`;
  });
  const text = lines.join('\n');
  if (shown.has(text))
    return [`Each of \`${name}\` is one of the forms of \`${shown.get(text) ?? ''}\`.`];
  shown.set(text, name);
  return [`Each of \`${name}\` is one of:`, text];
}

const formSchema = z.looseObject({
  anyOf: z.array(objectForm()).optional(),
  oneOf: z.array(objectForm()).optional(),
});

function objectForm(): z.ZodType<{
  readonly properties?:
    Readonly<Record<string, { readonly description?: string | undefined }>> | undefined;
  readonly required?: readonly string[] | undefined;
}> {
  return z.looseObject({
    properties: z
      .record(z.string(), z.looseObject({ description: z.string().optional() }))
      .optional(),
    required: z.array(z.string()).optional(),
  });
}

function fieldText(field: Field, isRequired: boolean): string {
  const { description = '', default: value } = field;
  const text = [description, shapeText(field)]
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ');
  if (isRequired) return `${text} Required.`;
  const isSaid = value === undefined || /default/i.test(text);
  return isSaid ? text : `${text} Default: \`${JSON.stringify(value).replaceAll('|', '\\|')}\`.`;
}

const shape = z.looseObject({
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
});

/** The words that are allowed, or the members of an object. */
function shapeText(field: unknown): string {
  const known = shape.safeParse(field).data;
  if (known === undefined) return '';
  if (known.enum !== undefined) {
    return `One of ${known.enum.map((word) => `\`${String(word)}\``).join(', ')}.`;
  }
  if (known.properties !== undefined) return `An object: \`${membersOf(known)}\`.`;
  if (known.prefixItems !== undefined) return 'A pair.';
  const item = shape.safeParse(known.items).data;
  if (item?.properties !== undefined) return `Each is \`${membersOf(item)}\`.`;
  return item?.prefixItems === undefined ? '' : 'Each is a pair: `[name, value]`.';
}

function membersOf({ properties = {}, required }: z.output<typeof shape>): string {
  const members = Object.keys(properties).map((name) =>
    required.includes(name) ? name : `${name}?`,
  );
  return `{ ${members.join(', ')} }`;
}
