/** `npm run api-types` runs this file with `--update`, which writes the types anew. */
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { expect, test, vi } from 'vitest';
import { adminUnderTest } from './ask.js';

// It needs the JavaScript API of the compiler, which TypeScript 7 no longer has.
vi.mock('typescript', () => import('typescript-5'));

const FILE = fileURLToPath(new URL('../../src/admin/api-types.ts', import.meta.url));
const HEADER = `/**
 * The admin API as types, made from its OpenAPI document by \`npm run api-types\`; not written by hand.
 */
`;

test('the types of the client are those of the document', async () => {
  const { json } = await adminUnderTest().ask('GET /openapi.json');
  const types = await openapiTS(JSON.stringify(json));
  const text = `${HEADER}${astToString(types)}`;
  const formatted = await format(text, { ...(await resolveConfig(FILE)), parser: 'typescript' });
  await expect(formatted).toMatchFileSnapshot(FILE);
});
