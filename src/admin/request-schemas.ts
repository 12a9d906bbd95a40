/** What the admin API takes: the schemas that check paths, queries and bodies, and describe them in OpenAPI. */
import { z } from '@hono/zod-openapi';
import { tlsProfileNames } from '../wire/tls-profiles.js';
import { NAME_PATTERN } from '../http/mcp-address.js';
import { outcomes } from './observation-schemas.js';

const name = z.string().regex(NAME_PATTERN, 'must be 1 to 64 of A-Z a-z 0-9 _ -');

const HOUR_MS = 3_600_000;
const MAX_SEED = 2 ** 32 - 1;

/** A whole number as it stands in a URL: digits only, so that `0x10`, `1e2` and blanks are refused. */
function integerText(min: number, max: number, description: string): z.ZodType<number> {
  return z
    .string()
    .regex(/^\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .openapi({ type: 'integer', minimum: min, maximum: max, description });
}

function flagText(description: string): z.ZodType<boolean> {
  return z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .openapi({ type: 'boolean', description });
}

const workspace = name.openapi({ description: 'Name of the workspace.', example: 'default' });
const limit = integerText(1, 500, 'Items in one answer.').default(100).openapi({ default: 100 });
const observationNumber = (description: string): z.ZodType<number> =>
  integerText(0, Number.MAX_SAFE_INTEGER, description);

export const scenarioPath = z.object({
  id: z.string().min(1).openapi({ description: 'Id of the scenario.', example: 'tool_error' }),
});
export const workspacePath = z.object({ workspace });
export const sessionPath = z.object({
  workspace,
  session: z.string().min(1).openapi({ description: 'Id of the session.' }),
});
export const observationPath = z.object({
  workspace,
  number: observationNumber('Number of the observation.'),
});

export const noQuery = z.strictObject({});

export const sessionsQuery = z.strictObject({
  before: z
    .string()
    .min(1)
    .optional()
    .openapi({ description: 'Cursor: `next` of the page before.' }),
  open: flagText('Only sessions that are open, or only those that have ended.').optional(),
  limit,
});

export const observationsQuery = z
  .strictObject({
    session: z.string().min(1).optional().openapi({ description: 'Id of a session.' }),
    method: z
      .string()
      .min(1)
      .optional()
      .openapi({ description: 'JSON-RPC method.', example: 'tools/call' }),
    outcome: outcomes.optional(),
    fault: z.string().min(1).optional().openapi({
      description: 'Kind of the injected fault; `any` for every one, `none` for exchanges without.',
      example: 'http_status',
    }),
    before: observationNumber('Only numbers below this, newest first.').optional(),
    after: observationNumber('Only numbers above this, ascending.').optional(),
    full: flagText('Whole observations, with headers and bodies, instead of summaries.').optional(),
    limit,
  })
  .refine((query) => query.before === undefined || query.after === undefined, {
    path: ['after'],
    message: 'cannot be combined with before',
  });

export const revisionHeaders = z.object({
  'if-match': z.string().optional().openapi({
    description: 'Revision that the selection must still have, as its ETag says it, or `*`.',
    example: '"3"',
  }),
});

export const resumeHeaders = z.object({
  'last-event-id': z.string().optional().openapi({
    description: 'Id of the last event that was read: the stream goes on after it.',
  }),
});

export const noMembers = z.strictObject({}).openapi({ description: 'Nothing, or `{}`.' });

export const newWorkspaceBody = z.strictObject({ name }).openapi('NewWorkspace');

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Thirty days. */
const MAX_EXPIRY_MS = 30 * 24 * 3_600_000;

const choice = {
  scenario: z.string().min(1).openapi({ description: 'Id of the scenario.' }),
  // Not as a record, which would drop a key such as `__proto__` unseen.
  params: z
    .custom<Record<string, unknown>>(isObject, 'must be an object')
    .optional()
    .openapi({
      type: 'object',
      additionalProperties: {},
      description: 'As `paramsSchema` of the scenario says; what is left out has its default.',
      example: { statusCodes: [503, 200] },
    }),
  seed: z.number().int().min(0).max(MAX_SEED).optional().openapi({
    description: 'All chance is a function of it; chosen and saved where left out.',
  }),
};

const expiry = z.union([
  z.strictObject({ ms: z.number().int().min(1).max(MAX_EXPIRY_MS) }),
  z.strictObject({ posts: z.number().int().min(1).max(1_000_000_000) }),
]);

export const selectionBody = z
  .strictObject({
    ...choice,
    newSessionOn: z.enum(['handshake', 'idle', 'end']).optional().openapi({
      description: 'What begins a new session of a client; `handshake` where left out.',
    }),
    endSessions: z.boolean().optional().openapi({
      description: 'Ends all open sessions by hand, so that the selection holds at once.',
    }),
    expiresAfter: expiry.optional().openapi({
      description:
        'When the workspace goes back to what was selected before: after a time (`{ "ms": 600000 }`), or after so many POSTs of the sessions that begin with it (`{ "posts": 20 }`). Never where left out.',
    }),
  })
  .openapi('SelectionInput', { example: { scenario: 'http_status_sequence' } });

export const orderBody = z
  .strictObject({
    ...choice,
    key: name.optional().openapi({
      description: 'Makes the address `/w/WORKSPACE/s/KEY/mcp`; made where left out.',
    }),
    ownPort: z
      .strictObject({
        opensAfterMs: z.number().int().min(0).max(HOUR_MS).optional().openapi({
          description:
            'How long connections are refused at first, in milliseconds; 0 where left out.',
        }),
        tls: z.enum(tlsProfileNames()).optional().openapi({
          description: 'TLS with this fault, `right` for none; plain HTTP where left out.',
        }),
      })
      .optional()
      .openapi({
        description:
          'A port for this session alone (`{}` will do), which can be closed for a while and speak TLS. It closes when the session is ended by hand, and with the kitchen.',
      }),
  })
  .openapi('OrderInput', { example: { scenario: 'http_status_sequence', key: 'run-1' } });
