/** A scenario that throws harms its own exchanges alone. */
import { describe, expect, it } from 'vitest';
import { scenarioFile } from '../support/scenario-file.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool } from '../support/mcp.js';

describe('a scenario that throws', () => {
  it.each([
    ['in onRequest', `onRequest() { throw new Error('boom'); }`],
    ['later in onRequest', `async onRequest() { await null; throw new Error('boom'); }`],
    ['in onResponse', `onResponse() { throw new Error('boom'); }`],
    ['in configureServer', `configureServer() { throw new Error('boom'); }`],
    ['by choosing a fault that is none', `onRequest() { return { kind: 'boom' }; }`],
  ])('%s becomes a marked 500, recorded with its stack', async (_where, hooks) => {
    const folder = await scenarioFile('broken', hooks);
    const kitchen = await testKitchen({ scenarioFolders: [folder] });
    const broken = kitchen.order({ scenario: 'broken', key: 'broken' });
    const answer = await callTool(
      kitchen,
      'echo',
      { text: 'x' },
      { path: '/w/default/s/broken/mcp' },
    );
    expect(answer.status).toBe(500);
    expect(answer.headers.get('kitchen-fault')).toBe('broken/error');
    expect(answer.text).not.toMatch(/boom|at .*\.js/);
    const [observation] = kitchen.observations({ session: broken.id });
    expect(observation).toMatchObject({
      outcome: 'HTTP_ERROR',
      fault: { kind: 'error', message: expect.stringMatching(/boom/), stack: expect.any(String) },
    });
    expect((await callTool(kitchen, 'echo', { text: 'x' })).status).toBe(200);
  });
});
