/** The healthy server, and how long it takes. */
import { defineScenario, z } from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

export default defineScenario({
  id: 'baseline',
  title: 'Healthy server',
  group: 'timing',
  summary: 'Nothing goes wrong; every answer can be held back for a while.',
  params: z.strictObject({
    delayMs: z
      .int()
      .min(0)
      .max(600_000)
      .default(0)
      .describe('Milliseconds from the arrival of a request to the first byte of its answer.'),
  }),
  on: {},
  example: { delayMs: 1500 },
  lesson: `
## What happens

The server answers as the specification asks, so this is where to begin: a client that fails here fails for a reason
of its own. With \`delayMs\` the answers stay healthy and come late. The work is done first, then the answer waits;
nothing is sent meanwhile, no progress and no keep-alive. \`on\` narrows the delay, say to
\`{ "method": "tools/call" }\`.

## What a correct client does

- It gives every request a time limit, and lets its user change it. How long is its own choice.
- When it gives up it closes the response stream: over HTTP that *is* the cancellation, and no notification has to
  follow ([cancellation](${SPEC}/basic/patterns/cancellation#transport-specific-cancellation)).
- It ignores an answer that arrives after it gave up
  ([timing](${SPEC}/basic/patterns/cancellation#timing-considerations)).
- It stays usable: a slow answer to one request does not hold up another one.
- If it asks again, it asks as a new request with a new id. It does not repeat a call with side effects blindly: the
  server may have done the work already.
`,
  onRequest(_exchange, { delayMs }) {
    return delayMs === 0 ? undefined : { kind: 'delay', delayMs };
  },
});
