/**
 * The tool `log`: log messages on the call's own stream (utilities/logging). The modern era sends them only to a request
 * that asked; in the 2025 era the whole session says once from which level on it wants them, or hears them all.
 */
import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { defineTool, textBlock } from './entry.js';

/** From the least to the most severe. */
const LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

export const log = defineTool({
  name: 'log',
  title: 'Write log messages',
  description:
    'Sends log messages to the client while it runs, as far as the client asks for them with a log level. Use it to check that log messages are shown.',
  inputSchema: z.object({
    level: z.enum(LEVELS).default('info').describe('How severe the messages are.'),
    message: z.string().default('Hello from the kitchen.').describe('The text of each message.'),
    count: z.int().min(1).max(100).default(1).describe('How many messages (1 to 100).'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  handle: async ({ level, message, count }, { arrival, sdk }) => {
    for (let number = 1; number <= count; number += 1) {
      await sdk.mcpReq.log(level, { message, number }, 'kitchen');
    }
    if (arrival.era === 'legacy') {
      const text = `Wrote ${count} messages of level ${level}; the level that the session set decides which arrive.`;
      return { content: [textBlock(text)] };
    }
    const asked = arrival.rpc.meta?.[LOG_LEVEL_META_KEY];
    const heard = LEVELS.indexOf(level) >= LEVELS.findIndex((name) => name === asked);
    const sent = typeof asked === 'string' && heard ? count : 0;
    const why =
      typeof asked === 'string' ? `the request asked for ${asked}` : 'the request asked for none';
    return { content: [textBlock(`Sent ${sent} of ${count} messages of level ${level}: ${why}.`)] };
  },
});
