/** A kitchen under Node's own test runner, where no vitest is installed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startKitchen } from 'mcp-fault-kitchen/testing';

const answers = ({ apiUrl }) =>
  fetch(`${apiUrl}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
let earlier;

void test('a kitchen that serves one test', async (t) => {
  earlier = await startKitchen({ closeWith: (close) => t.after(close) });
  assert.equal(await answers(earlier), true);
});

void test('is closed in the next', async () => {
  assert.equal(await answers(earlier), false);
});

void test('a failed expectation tells what was observed', async () => {
  const kitchen = await startKitchen();
  try {
    await fetch(kitchen.mcpUrl, { method: 'POST', body: '{' });
    await assert.rejects(
      kitchen.expectObservation({ outcome: 'TOOL_SUCCESS' }, { timeoutMs: 50 }),
      /Observed in workspace default:\n.*#1 .*\n {6}outcome is '/,
    );
  } finally {
    await kitchen.close();
  }
});
