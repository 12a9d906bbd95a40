/** Observations as the admin API answers them: checked against the types of the recorder, shown in OpenAPI. */
import { z } from '@hono/zod-openapi';
import type { Observation, ObservationSummary } from '../observations/observation.js';
import { OUTCOME_LAYERS, type Outcome } from '../observations/outcome.js';
import { keysOf } from './keys-of.js';

const text = z.string();
const whole = z.number().int();
const instant = z.string().openapi({ format: 'date-time' });
const headers = z.record(z.string(), z.union([text, z.array(text)])).openapi({
  description: 'By lower-case name; a list where a name came more than once. Secrets are redacted.',
});

export const outcomes: z.ZodType<Outcome> = z
  .enum(keysOf(OUTCOME_LAYERS))
  .openapi('Outcome', { description: 'What a correct client should conclude from the answer.' });

const layers = [...new Set(Object.values(OUTCOME_LAYERS))];

const bodyShape = {
  body: text.nullable().openapi({ description: 'Cut at the cap; secrets are redacted.' }),
  encoding: z.enum(['utf8', 'base64']),
  bytes: whole.openapi({ description: 'Size on the wire.' }),
  truncated: z.boolean(),
};

const httpShape = { method: text, path: text, status: whole.nullable() };

const summaryShape = {
  number: whole.openapi({ description: 'Never handed out twice.' }),
  workspace: text,
  session: text.nullable(),
  refused: text.nullable().openapi({
    description: 'Why the request did not reach MCP: why it was refused, or `canary`.',
  }),
  startedAt: instant,
  durationMs: z.number().nullable(),
  state: z.enum(['open', 'finished']),
  client: z.object({ name: text, version: text.nullable(), address: text.nullable() }).nullable(),
  era: z.enum(['modern', 'legacy']).nullable(),
  protocolVersion: text.nullable(),
  http: z.object(httpShape),
  rpc: z.object({
    kind: z.enum([
      'request',
      'notification',
      'response',
      'batch',
      'invalid',
      'unparseable',
      'none',
    ]),
    id: text.nullable().openapi({ description: 'The raw JSON token.', example: '"a"' }),
    method: text.nullable(),
    name: text.nullable().openapi({ description: 'Tool name, prompt name or resource URI.' }),
  }),
  counters: z.object({
    post: whole.nullable(),
    method: whole.nullable(),
    call: whole.nullable(),
    round: whole.nullable(),
  }),
  scenario: z.object({ id: text, revision: whole }).nullable(),
  fault: z
    .looseObject({ kind: text })
    .nullable()
    .openapi({ description: 'The injected fault with all that it said.' }),
  outcome: outcomes,
  layer: z.enum(layers),
  errorCode: whole.nullable(),
  resultType: text.nullable(),
  closedBy: z.enum(['client', 'server']).nullable(),
  findings: z
    .array(z.object({ rule: text, level: z.enum(['must', 'should']), text }))
    .openapi({ description: "Rules of the protocol that the client's own request broke." }),
  repeatOf: whole.nullable().openapi({ description: 'The failed exchange that this one repeats.' }),
};

export const observationSummary: z.ZodType<ObservationSummary> = z
  .object(summaryShape)
  .openapi('ObservationSummary');

export const observation: z.ZodType<Observation> = z
  .object({
    ...summaryShape,
    http: z.object({ ...httpShape, requestHeaders: headers, responseHeaders: headers }),
    request: z.object(bodyShape),
    response: z.object({
      ...bodyShape,
      contentType: text.nullable(),
      events: z.array(z.object({ atMs: z.number(), kind: text })).nullable(),
    }),
  })
  .openapi('Observation');

export interface ObservationPage<T extends ObservationSummary = ObservationSummary> {
  readonly observations: readonly T[];
  /** Pass it as `before`, or as `after` where the page came from `after`; null at the end. */
  readonly next: number | null;
}

const next = whole.nullable().openapi({
  description:
    'Pass it as `before`, or as `after` where the page came from `after`; null at the end.',
});
export const summaryPage: z.ZodType<ObservationPage> = z.object({
  observations: z.array(observationSummary),
  next,
});
export const wholePage: z.ZodType<ObservationPage<Observation>> = z.object({
  observations: z.array(observation),
  next,
});
export const observationPage: z.ZodType<ObservationPage> = z.union([wholePage, summaryPage]);
