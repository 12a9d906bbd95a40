/** What the admin API answers, observations excepted: checked against the types of the service, shown in OpenAPI. */
import { z } from '@hono/zod-openapi';
import { ERROR_CATALOGUE, type Problem } from '../errors.js';
import type {
  Health,
  OrderedSession,
  SavedSelection,
  WorkspaceInfo,
  ResetResult,
} from '../service.js';
import type { Selection, SessionRecord } from '../sessions/session.js';
import { SCENARIO_GROUPS } from '../scenario/contract.js';
import { keysOf } from './keys-of.js';
import type { ScenarioView } from './scenario-view.js';

const text = z.string();
const whole = z.number().int();
const instant = z.string().openapi({ format: 'date-time' });
const record = z.record(z.string(), z.unknown());
const counts = z.record(z.string(), whole);
const hints = z.array(text).openapi({
  description:
    'What is legal and most often a mistake, say a method that MCP does not have; one sentence each.',
});
const newSessionOn = z.enum(['handshake', 'idle', 'end']);

export const problem: z.ZodType<Problem> = z
  .object({
    type: text,
    title: text,
    status: whole,
    detail: text.openapi({ description: 'What was wrong, and what to do.' }),
    code: z.enum(keysOf(ERROR_CATALOGUE)),
    errors: z.array(
      z.object({
        path: text.openapi({ description: 'The wrong field.', example: 'params.statusCodes[2]' }),
        message: text,
      }),
    ),
  })
  .openapi('Problem');

export const health: z.ZodType<Health> = z
  .object({
    status: z.enum(['ok', 'degraded']),
    problems: z.array(text).openapi({ description: 'What is wrong, one sentence each.' }),
    version: text,
    apiVersion: text,
    protocolVersions: z.array(text),
    uptimeMs: z.number(),
  })
  .openapi('Health');

export const scenario: z.ZodType<ScenarioView> = z
  .object({
    id: text,
    title: text,
    group: z.enum(SCENARIO_GROUPS),
    summary: text,
    paramsSchema: record.openapi({ description: 'JSON Schema of `params`.' }),
    example: record,
    lesson: text.openapi({ description: 'Markdown: what a correct client does.' }),
    source: text.openapi({ description: 'Path of the file it was loaded from.' }),
  })
  .openapi('Scenario');

const selectionShape = {
  scenario: text,
  params: record,
  seed: whole,
  newSessionOn,
  revision: whole.openapi({ description: 'Raised by every save; the ETag.' }),
  updatedAt: instant,
  expiresAfter: z
    .union([z.object({ ms: whole }), z.object({ posts: whole })])
    .optional()
    .openapi({ description: 'When the workspace goes back to what was selected before.' }),
};
export const selection: z.ZodType<Selection> = z.object(selectionShape).openapi('Selection');

const sessionShape = {
  id: text,
  workspace: text,
  key: text.nullable(),
  client: z.object({ name: text, version: text.nullable(), address: text.nullable() }),
  era: z.enum(['modern', 'legacy']).nullable(),
  protocolVersion: text.nullable(),
  scenario: text,
  params: record,
  revision: whole,
  seed: whole,
  newSessionOn,
  ordered: z.boolean().openapi({ description: 'Has a selection of its own.' }),
  established: z.boolean(),
  startedAt: instant,
  lastSeenAt: instant,
  endedAt: instant.nullable(),
  endReason: z
    .enum(['superseded', 'reconnected', 'idle', 'ended', 'deleted', 'shutdown'])
    .nullable(),
  counters: z.object({ posts: whole, methods: counts, calls: counts, rounds: counts }),
  rules: z
    .array(z.object({ rule: text, met: whole, struck: whole, note: text.nullable() }))
    .openapi({
      description:
        'What became of the rules of its scenario; `note` says why one never struck, or that it found nothing to change.',
    }),
};
export const session: z.ZodType<SessionRecord> = z.object(sessionShape).openapi('Session');

export const savedSelection: z.ZodType<SavedSelection> = z
  .object({
    ...selectionShape,
    openSessions: z
      .array(session)
      .openapi({ description: 'Sessions that still run on an older revision.' }),
    hints,
  })
  .openapi('SavedSelection');

export const orderedSession: z.ZodType<OrderedSession> = z
  .object({
    ...sessionShape,
    key: text,
    url: text.openapi({ description: 'MCP address of this session.' }),
    caFile: text.optional().openapi({
      description:
        'With TLS: path, on the machine of the kitchen, of the certificate (PEM) that clients must trust.',
    }),
    hints,
  })
  .openapi('OrderedSession');

export const resetResult: z.ZodType<ResetResult> = z
  .object({
    healed: z.array(text).openapi({ description: 'Workspaces whose selection was another one.' }),
    endedSessions: whole,
  })
  .openapi('ResetResult');

export const workspace: z.ZodType<WorkspaceInfo> = z
  .object({ name: text, mcpUrl: text, selection, openSessions: whole })
  .openapi('Workspace');

export const scenarios: z.ZodType<{ readonly scenarios: readonly ScenarioView[] }> = z.object({
  scenarios: z.array(scenario),
});
export const workspaces: z.ZodType<{ readonly workspaces: readonly WorkspaceInfo[] }> = z.object({
  workspaces: z.array(workspace),
});

export interface SessionPage {
  readonly sessions: readonly SessionRecord[];
  /** Pass it as `before`; null at the end. */
  readonly next: string | null;
}
export const sessionPage: z.ZodType<SessionPage> = z
  .object({
    sessions: z.array(session),
    next: text.nullable().openapi({ description: 'Pass it as `before`; null at the end.' }),
  })
  .openapi('SessionPage');
export const endedSessions: z.ZodType<{ readonly sessions: readonly SessionRecord[] }> = z.object({
  sessions: z.array(session),
});
