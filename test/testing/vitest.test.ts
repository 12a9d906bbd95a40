/** The fixture, as a test file uses it. */
import { describe } from 'vitest';
import type { TestKitchen } from '../../src/testing/index.js';
import { it, test } from '../../src/testing/vitest.js';
import { callTool } from '../support/mcp.js';

const kitchens: TestKitchen[] = [];

test('each test that asks has a kitchen of its own', async ({ kitchen }) => {
  kitchens.push(kitchen);
  await callTool(kitchen, 'echo', { text: 'hello' });
  await kitchen.expectObservation({ number: 1, outcome: 'TOOL_SUCCESS' });
});

test('the one of the test before is closed', async ({ kitchen, expect }) => {
  const [earlier] = kitchens;
  expect(kitchen.observations()).toEqual([]);
  await expect(fetch(`${earlier?.apiUrl ?? ''}/health`)).rejects.toThrow('fetch failed');
});

describe('with options for a group of tests', () => {
  test.override({ kitchenOptions: { scenario: 'tool_error', params: { message: 'Sold out.' } } });

  it.concurrent.for([1, 2])('it is started with them (%i)', async (_index, { kitchen, expect }) => {
    const { json } = await callTool(kitchen, 'echo', { text: 'hello' });
    expect(json.result).toMatchObject({ isError: true, content: [{ text: 'Sold out.' }] });
  });
});
