/** The tool `run_scenario`: what the caller's session runs; faults aim at it by default. */
import { z } from 'zod';
import { defineTool, structured } from './entry.js';

const count = z.int().nonnegative();
const counts = z.record(z.string(), count);

export const runScenario = defineTool({
  name: 'run_scenario',
  title: 'Run the scenario',
  description:
    'Runs the scenario that is selected for this session and reports its id and the counters. Use it to trigger the fault under test, or to see which scenario is active.',
  inputSchema: z.object({}),
  outputSchema: z.object({
    scenario: z.string().describe('Id of the scenario that this session runs.'),
    session: z.string().describe('Id of the session.'),
    revision: count.describe('Revision of the selection that the session began with.'),
    counters: z
      .object({
        posts: count.describe('All POSTs of the session.'),
        methods: counts.describe('Requests by method.'),
        calls: counts.describe('Calls by tool, prompt or resource.'),
        rounds: counts.describe('Further rounds of dialogues by tool, prompt or resource.'),
      })
      .describe('What the session has counted, this call included.'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  handle: (_args, { snapshot }) => {
    const { scenario, session, revision, sessionCounters } = snapshot;
    return structured({ scenario, session, revision, counters: sessionCounters });
  },
});
