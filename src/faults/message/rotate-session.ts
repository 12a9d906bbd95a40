/** An `Mcp-Session-Id` (2025 era) that is another one in every answer, and leads to the same session. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { answerKind } from '../fault-kind.js';

const HEADER = 'mcp-session-id';

/** 2025-11-25, basic/transports#session-management, with what has become of the session. */
const REPLACED =
  '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found: its Mcp-Session-Id was replaced by that of a later answer"},"id":null}';

export const rotateSession = answerKind({
  kind: 'rotate_session',
  summary:
    '2025 era: the answer names another `Mcp-Session-Id`, by which the session is served from now on. Only what comes with an id is meant, so not `initialize`.',
  fields: z.strictObject({
    old: z
      .enum(['valid', 'gone'])
      .default('valid')
      .describe(
        'What comes with an id that was replaced: it is served as well, or answered by 404, which tells that it was.',
      ),
  }),
  perform: ({ old }, context): Promise<Answer> | Answer | null => {
    const { mcpSessionId, verb } = context.arrival;
    if (mcpSessionId === null) return null;
    if (old === 'gone' && context.hasOldSessionId) {
      return { status: 404, headers: [['Content-Type', 'application/json']], body: REPLACED };
    }
    // What ends the session gives no name to it; and clients look for one in answers to POST alone.
    return verb === 'POST' ? renamed(context.healthy(), () => context.renewSessionId()) : null;
  },
});

async function renamed(healthy: Promise<Answer>, renew: () => string | null): Promise<Answer> {
  const answer = await healthy;
  const id = renew();
  if (id === null) return answer;
  const others = answer.headers.filter(([name]) => name.toLowerCase() !== HEADER);
  return { ...answer, headers: [...others, ['Mcp-Session-Id', id]] };
}
