/** Many runs side by side, each in a session of its own. */
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool, discover, sessionOf } from '../support/mcp.js';

/** Resolves when the next exchange has been resolved to its session. */
function started(kitchen: Kitchen): Promise<void> {
  return new Promise((resolve) => {
    const stop = kitchen.service.live.subscribe('default', () => {
      stop();
      resolve();
    });
  });
}

const TWENTY = Array.from({ length: 20 }, (_, index) => index);

describe('sessions in parallel', () => {
  it('at twenty KEY addresses each see exactly one 503', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'http_status_sequence', params: { statusCodes: [503, 200] } });
    const runs = await Promise.all(
      TWENTY.map(async (index) => {
        const path = `/w/default/s/run-${String(index)}/mcp`;
        const statuses: number[] = [];
        for (let post = 0; post < 4; post += 1) {
          statuses.push((await callTool(kitchen, 'echo', { text: 'x' }, { path })).status);
        }
        return statuses;
      }),
    );
    for (const statuses of runs) expect(statuses).toEqual([503, 200, 200, 200]);
  });

  it('that were ordered each have a fault of their own', async () => {
    const kitchen = await testKitchen();
    const orders = TWENTY.map((index) => ({
      ...kitchen.order({
        scenario: 'http_status_sequence',
        params: { statusCodes: [500 + index] },
      }),
      status: 500 + index,
    }));
    const answers = await Promise.all(
      orders.map(async ({ url, status }) => {
        const path = new URL(url).pathname;
        return [status, (await discover(kitchen, { path })).status];
      }),
    );
    for (const [ordered, got] of answers) expect(got).toBe(ordered);
    expect(kitchen.service.selection('default').scenario).toBe('baseline');
  });
});

describe('a session that goes on', () => {
  it('lets the slow call of a first copy finish when a second copy connects', async () => {
    const kitchen = await testKitchen();
    const first = await discover(kitchen, {}, 'probe');
    const arrived = started(kitchen);
    const slow = callTool(kitchen, 'slow', { ms: 150, steps: 1 });
    await arrived;
    const second = await discover(kitchen, {}, 'probe');
    expect(sessionOf(second)).not.toBe(sessionOf(first));
    const answer = await slow;
    expect(sessionOf(answer)).toBe(sessionOf(first));
    expect(answer.json.result.isError).toBeFalsy();
  });

  it('keeps the selection of an exchange that was waiting while another was saved', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'baseline', params: { delayMs: 100 } });
    const arrived = started(kitchen);
    const waiting = callTool(kitchen, 'run_scenario');
    await arrived;
    const saved = kitchen.select({ scenario: 'tool_error' });
    expect(saved.openSessions).toHaveLength(1);
    const answer = await waiting;
    expect(answer.json.result.structuredContent).toMatchObject({
      scenario: 'baseline',
      revision: saved.revision - 1,
    });
    const [observation] = kitchen.observations();
    expect(observation?.scenario).toEqual({ id: 'baseline', revision: saved.revision - 1 });
  });
});
