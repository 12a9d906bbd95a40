import { expect, test } from 'vitest';
import { z } from 'zod';
import { API_VERSION } from '../../src/admin/app.js';
import { adminUnderTest } from './ask.js';

const operation = z.looseObject({
  summary: z.string().min(1),
  parameters: z
    .array(
      z
        .object({
          in: z.enum(['path', 'query', 'header']),
          name: z.string(),
          schema: z.looseObject({}),
        })
        .loose(),
    )
    .default([]),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.looseObject({ description: z.string().min(1) }),
  ),
});
const documentShape = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.literal(API_VERSION) }),
  servers: z.array(z.object({ url: z.url() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(z.string().startsWith('/api/'), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.object({ adminToken: z.looseObject({ type: z.literal('http') }) }),
  }),
});

async function readDocument(
  adminToken: string | null = null,
): Promise<z.output<typeof documentShape>> {
  const headers = { Authorization: 'Bearer secret' };
  const { status, json } = await adminUnderTest({ adminToken }).ask(
    'GET /openapi.json',
    undefined,
    headers,
  );
  expect(status).toBe(200);
  return documentShape.parse(json);
}

test('every variable part of a path is described as a required parameter', async () => {
  const { paths } = await readDocument();
  for (const [path, verbs] of Object.entries(paths)) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(verbs)) {
      const inPath = parameters.filter((each) => each.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(parts);
      expect(inPath.every(({ required }) => required === true)).toBe(true);
    }
  }
});

test('every reference leads somewhere', async () => {
  const document = await readDocument();
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
  ];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name);
});

test('the schemas that check a request describe it', async () => {
  const { paths, components } = await readDocument();
  expect(components.schemas['SelectionInput']).toMatchObject({
    additionalProperties: false,
    required: ['scenario'],
    properties: { seed: { minimum: 0, maximum: 4_294_967_295 } },
  });
  const list = paths['/api/workspaces/{workspace}/observations']?.['get'];
  expect(list?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'limit',
      in: 'query',
      required: false,
      schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 500, default: 100 }),
    }),
  );
});

test('the token is asked for in the document where the kitchen asks for one, health excepted', async () => {
  expect((await readDocument()).security).toEqual([]);
  const { security, paths } = await readDocument('secret');
  expect(security).toEqual([{ adminToken: [] }]);
  expect(paths['/api/health']?.['get']).toMatchObject({ security: [] });
});
