/** The tool `slow`: takes its time, tells how far it is, and stops when nobody waits for it any more. */
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { ToolEntry } from '../plan.js';
import { defineTool, textBlock } from './entry.js';

export function createSlow(clock: Clock): ToolEntry {
  return defineTool({
    name: 'slow',
    title: 'Take some time',
    description:
      'Waits as long as it is told to before it answers, and reports progress on the way if the caller asked for it. Use it to try timeouts, progress and cancellation.',
    inputSchema: z.object({
      ms: z
        .int()
        .min(0)
        .max(600_000)
        .default(1_000)
        .describe('How long to take, in milliseconds (0 to 600,000).'),
      steps: z
        .int()
        .min(1)
        .max(100)
        .default(5)
        .describe('In how many equal steps; one progress notification each (1 to 100).'),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    handle: async ({ ms, steps }, { sdk }) => {
      const progressToken = sdk.mcpReq._meta?.progressToken;
      for (let step = 1; step <= steps; step += 1) {
        await wait(clock, ms / steps, sdk.mcpReq.signal);
        if (progressToken === undefined) continue;
        const message = `Step ${step} of ${steps}`;
        const params = { progressToken, progress: step, total: steps, message };
        await sdk.mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { content: [textBlock(`Took ${ms} ms in ${steps} steps.`)] };
    },
  });
}

async function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      callOff();
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const callOff = clock.after(ms, wake);
    signal.addEventListener('abort', wake);
  });
  signal.throwIfAborted();
}
