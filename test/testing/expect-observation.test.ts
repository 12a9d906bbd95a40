/** Waiting for an observation, and what is said where none comes. */
import { AssertionError } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { startKitchen } from '../../src/testing/index.js';
import { callTool, discover } from '../support/mcp.js';

const ECHO = { text: 'hello' };

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'resolved',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AssertionError);
  return error instanceof Error ? error.message : '';
}

describe('expectObservation()', () => {
  it('finds what was observed already', async () => {
    const kitchen = await startKitchen();
    await callTool(kitchen, 'echo', ECHO);
    const seen = await kitchen.expectObservation({ rpc: { name: 'echo' } });
    expect(seen).toMatchObject({ number: 1, outcome: 'TOOL_SUCCESS' });
  });

  it('waits for what is yet to come', async () => {
    const kitchen = await startKitchen({ scenario: 'tool_error' });
    const expected = kitchen.expectObservation({ outcome: 'TOOL_ERROR' });
    await callTool(kitchen, 'echo', ECHO);
    expect(await expected).toMatchObject({ fault: { kind: 'tool_error' } });
  });

  it('takes a function, whose failed assertions mean no', async () => {
    const kitchen = await startKitchen();
    await discover(kitchen);
    await callTool(kitchen, 'echo', ECHO);
    const byAnswer = await kitchen.expectObservation(({ rpc }) => rpc.name === 'echo');
    const byAssertion = await kitchen.expectObservation(({ rpc }) => {
      expect(rpc.method).toBe('server/discover');
    });
    expect([byAnswer.number, byAssertion.number]).toEqual([2, 1]);
  });

  it('lists what was observed instead, oldest first, each with its first difference', async () => {
    const kitchen = await startKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [200, 503] },
    });
    await discover(kitchen);
    await callTool(kitchen, 'echo', ECHO);
    const lines = await messageOf(
      kitchen.expectObservation({ outcome: 'TOOL_ERROR' }, { timeoutMs: 1 }),
    );
    expect(lines.split('\n')).toEqual([
      'No observation fitted within 1 ms.',
      "Wanted: { outcome: 'TOOL_ERROR' }",
      'Observed in workspace default:',
      expect.stringMatching(/^ {2}\S+ {2}#1 .* server\/discover {2}200 → RESULT/),
      "      outcome is 'RESULT'",
      expect.stringMatching(
        /^ {2}\S+ {2}#2 .* tools\/call echo {2}503 → HTTP_ERROR {2}fault http_status/,
      ),
      "      outcome is 'HTTP_ERROR'",
    ]);
  });

  it('lists the reasons that a function gives, and none where it only says no', async () => {
    const kitchen = await startKitchen();
    await discover(kitchen);
    const thrown = await messageOf(
      kitchen.expectObservation(
        () => {
          throw new Error('two\nlines');
        },
        { timeoutMs: 1 },
      ),
    );
    expect(thrown).toContain('Wanted: what the function accepts\n');
    expect(thrown).toMatch(/\n {6}two\n {6}lines$/);
    const refused = await messageOf(kitchen.expectObservation(() => false, { timeoutMs: 1 }));
    expect(refused.split('\n')).toHaveLength(4);
  });

  it('lists the newest twenty of many', async () => {
    const kitchen = await startKitchen();
    for (let sent = 0; sent < 23; sent += 1) await discover(kitchen);
    const lines = await messageOf(kitchen.expectObservation({ number: 99 }, { timeoutMs: 1 }));
    expect(lines).toContain('\n  … and 3 before these\n');
    expect(lines).not.toContain(' #3 ');
    expect(lines).toMatch(/ #4 [^]* #23 /);
  });

  it('says so where nothing was observed at all', async () => {
    const kitchen = await startKitchen();
    expect(await messageOf(kitchen.expectObservation({}, { timeoutMs: 1 }))).toContain(
      'Nothing was observed in workspace default: did the client send to its address?',
    );
  });

  it('says at once that there is no such workspace', async () => {
    const kitchen = await startKitchen();
    await expect(kitchen.expectObservation({}, { workspace: 'lfet' })).rejects.toThrow(
      /no workspace "?lfet/,
    );
  });
});

describe('a session that was ordered', () => {
  it('has an address, and observations of its own', async () => {
    const kitchen = await startKitchen();
    const failing = kitchen.order('tool_error', { message: 'Sold out.' });
    const healthy = kitchen.order({ scenario: 'baseline', key: 'healthy' });
    expect(healthy.url).toBe(`${kitchen.url}/w/default/s/healthy/mcp`);
    expect(failing).toMatchObject({ session: failing.id, params: { message: 'Sold out.' } });

    const path = (url: string): { path: string } => ({ path: new URL(url).pathname });
    await callTool(kitchen, 'echo', ECHO, path(healthy.url));
    await callTool(kitchen, 'echo', ECHO, path(failing.url));
    await discover(kitchen, path(failing.url));

    await failing.expectObservation({ session: failing.session, outcome: 'TOOL_ERROR' });
    await failing.expectObservation({ outcome: 'RESULT' });
    expect(failing.observations().map(({ outcome }) => outcome)).toEqual(['TOOL_ERROR', 'RESULT']);
    const missed = await messageOf(
      healthy.expectObservation({ outcome: 'TOOL_ERROR' }, { timeoutMs: 1 }),
    );
    expect(missed).toContain(`Observed in session ${healthy.session}:\n`);
    expect(missed.match(/→/g)).toHaveLength(1);
  });

  it('is refused where the scenario does not exist', async () => {
    const kitchen = await startKitchen();
    expect(() => kitchen.order('tool_eror')).toThrow('Did you mean tool_error?');
  });
});
