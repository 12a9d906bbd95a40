/** Any faults in any order, without code: rules that say which requests, what goes wrong, and what comes next. */
import {
  checkScript,
  defineScenario,
  reportScript,
  runScript,
  scriptFields,
  scriptReadsHead,
  z,
} from 'mcp-fault-kitchen';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';

export default defineScenario({
  id: 'script',
  title: 'Script',
  group: 'protocol',
  summary: 'Rules of your own: which requests, which faults, and what comes after them.',
  params: z
    .strictObject({ ...scriptFields, rules: scriptFields.rules.default([]) })
    .superRefine(checkScript),
  example: {
    rules: [
      { in: 'start', on: { method: 'tools/call' }, do: { http_status: { status: 503 } } },
      { in: 'start', on: { method: 'tools/call', nth: 2 }, goto: 'healed' },
      { in: 'broken', on: { method: 'tools/call' }, do: { cut: { at: 'body', afterBytes: 20 } } },
    ],
    states: { healed: { after: '10s', goto: 'broken' } },
  },
  lesson: `
## What happens

The rules are read in order; the first one with \`do\` that fits a request decides its answer, and every rule counts its
own requests. Several faults meet in one answer: a delay, then a status with headers, then a cut. A rule may lead to
another state, and rules with \`in\` hold in their states only.

## What a correct client does

It depends on what the script does to it. As for every failure of an answer: it fails that one request with an error
that says what happened, leaves the others alone, asks again only with a new id and within bounds
([sending messages](${SPEC}/basic/transports/streamable-http#sending-messages)).
`,
  onHead: (exchange, script) => runScript(exchange, script, 'head'),
  readsHead: scriptReadsHead,
  report: (memory, script) => reportScript(memory, script),
  onRequest: (exchange, script) => runScript(exchange, script),
});
