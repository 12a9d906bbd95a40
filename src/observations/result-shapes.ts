/** What the result of each method must hold, in both eras; members that are not named here may hold anything. */
import { z } from 'zod';
import type { Era } from '../exchange/message.js';

type Shape = z.ZodType;

const text = z.string();
const anyObject = z.looseObject({});
const textResource = z.looseObject({ uri: text, text });
const blobResource = z.looseObject({ uri: text, blob: text });
const resourceContents = z.union([textResource, blobResource]);

const CONTENT_TYPES: Readonly<Record<string, Shape>> = {
  text: z.looseObject({ text }),
  image: z.looseObject({ data: text, mimeType: text }),
  audio: z.looseObject({ data: text, mimeType: text }),
  resource_link: z.looseObject({ name: text, uri: text }),
  resource: z.looseObject({ resource: resourceContents }),
};

/** A block of a type that is not known here passes: a client degrades it. */
const contentBlock = z.looseObject({ type: text }).refine((block) => {
  const shape = Object.hasOwn(CONTENT_TYPES, block.type) ? CONTENT_TYPES[block.type] : undefined;
  return shape === undefined || shape.safeParse(block).success;
});

const tool = z.looseObject({
  name: text,
  description: text.optional(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: anyObject.optional(),
});
const prompt = z.looseObject({
  name: text,
  description: text.optional(),
  arguments: z.array(z.looseObject({ name: text, required: z.boolean().optional() })).optional(),
});
const page = { nextCursor: text.nullish() };
const callToolResult = { content: z.array(contentBlock), isError: z.boolean().optional() };
const implementation = z.looseObject({ name: text, version: text });

const SHARED: Readonly<Record<string, Shape>> = {
  'tools/list': z.looseObject({ tools: z.array(tool), ...page }),
  'prompts/list': z.looseObject({ prompts: z.array(prompt), ...page }),
  'prompts/get': z.looseObject({
    messages: z.array(
      z.looseObject({ role: z.enum(['user', 'assistant']), content: contentBlock }),
    ),
  }),
  'resources/list': z.looseObject({
    resources: z.array(z.looseObject({ uri: text, name: text })),
    ...page,
  }),
  'resources/templates/list': z.looseObject({
    resourceTemplates: z.array(z.looseObject({ uriTemplate: text, name: text })),
    ...page,
  }),
  'resources/read': z.looseObject({ contents: z.array(resourceContents) }),
  'completion/complete': z.looseObject({
    completion: z.looseObject({
      values: z.array(text).max(100),
      total: z.number().optional(),
      hasMore: z.boolean().optional(),
    }),
  }),
};

const SHAPES: Readonly<Record<Era, Readonly<Record<string, Shape>>>> = {
  modern: {
    ...SHARED,
    'tools/call': z.looseObject(callToolResult),
    'server/discover': z.looseObject({ supportedVersions: z.array(text), capabilities: anyObject }),
    'subscriptions/listen': z.looseObject({
      _meta: z.looseObject({
        'io.modelcontextprotocol/subscriptionId': z.union([text, z.number()]),
      }),
    }),
  },
  legacy: {
    ...SHARED,
    'tools/call': z.looseObject({ ...callToolResult, structuredContent: anyObject.optional() }),
    initialize: z.looseObject({
      protocolVersion: text,
      capabilities: anyObject,
      serverInfo: implementation,
    }),
  },
};

const inputRequest = z.discriminatedUnion('method', [
  z.looseObject({
    method: z.literal('elicitation/create'),
    params: z.union([
      z.looseObject({ mode: z.literal('url'), message: text, url: text }),
      z.looseObject({
        mode: z.literal('form').optional(),
        message: text,
        requestedSchema: anyObject,
      }),
    ]),
  }),
  z.looseObject({
    method: z.literal('sampling/createMessage'),
    params: z.looseObject({ messages: z.array(anyObject), maxTokens: z.number() }),
  }),
  z.looseObject({ method: z.literal('roots/list') }),
]);

const inputRequired = z
  .looseObject({
    inputRequests: z.record(text, inputRequest).optional(),
    requestState: text.optional(),
  })
  .refine((result) => result.inputRequests !== undefined || result.requestState !== undefined);

/** True where the result of a method of this era has all that its schema requires; any object, for unknown methods. */
export function hasRequiredShape(era: Era, method: string | null, result: object): boolean {
  const shapes = SHAPES[era];
  if (method === null || !Object.hasOwn(shapes, method)) return true;
  return shapes[method]?.safeParse(result).success ?? true;
}

/** Methods whose result may ask for input (MRTR). */
export const INPUT_METHODS: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
]);

/** True for a well-formed request for input: `inputRequests`, `requestState`, or both. */
export function isInputRequired(result: object): boolean {
  return inputRequired.safeParse(result).success;
}
