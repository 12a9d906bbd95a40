/** One kitchen for a file: it closes after the last test. Each test orders a session with a fault of its own. */
import { startKitchen } from 'mcp-fault-kitchen/testing';
import { expect, it } from 'vitest';
import { echo, ToolFailure } from '../src/echo.js';

const kitchen = await startKitchen();

it.concurrent('an error of the tool is told apart, with its text', async () => {
  const session = kitchen.order('tool_error', { message: 'Sold out.' });

  await expect(echo(session.url, 'hello')).rejects.toThrow(new ToolFailure('Sold out.'));

  await session.expectObservation({ outcome: 'TOOL_ERROR', findings: [] });
});

it.concurrent.each([-32602, -32603])('the protocol error %i reaches the caller', async (code) => {
  const session = kitchen.order('jsonrpc_error', { code });

  await expect(echo(session.url, 'hello')).rejects.toMatchObject({ code });

  await session.expectObservation({ outcome: 'JSONRPC_ERROR', errorCode: code });
});

it.concurrent('an observation that does not come is told from those that came', async () => {
  const session = kitchen.order('baseline');
  await echo(session.url, 'hello');

  const expected = session.expectObservation({ outcome: 'TOOL_ERROR' }, { timeoutMs: 50 });

  await expect(expected).rejects.toThrow(
    /Wanted: { outcome: 'TOOL_ERROR' }[^]*tools\/call echo {2}200 → TOOL_SUCCESS/,
  );
});
