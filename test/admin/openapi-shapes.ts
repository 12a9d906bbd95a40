/** What the tests read of the OpenAPI document, and how they find their way in it. */
import { z } from 'zod';

const content = z.record(z.string(), z.looseObject({}));
const operationShape = z.looseObject({
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(z.looseObject({ in: z.string(), name: z.string(), required: z.boolean() }))
    .default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      content: content.default({}),
      headers: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});
export const documentShape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
});
export type Operation = z.output<typeof operationShape>;

/** A JSON pointer into an operation. */
export function pointer(call: string, ...parts: readonly string[]): string {
  const [verb = '', path = ''] = call.split(' ');
  const escaped = ['paths', path, verb.toLowerCase(), ...parts].map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return `#/${escaped.join('/')}`;
}

/** A parameter as its schema means it: a number or a flag where it reads like one. */
export function typed(text: string): unknown {
  return /^(?:\d+|true|false)$/.test(text) ? JSON.parse(text) : text;
}

/** The same schemas, with no room for members that they do not name. */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  const isOpen = copy['type'] === 'object' && 'properties' in copy;
  return isOpen ? { additionalProperties: false, ...copy } : copy;
}
