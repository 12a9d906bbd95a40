/** The format of the ledger's files: what is selected, what is asked, and what must be seen on the wire. */
import { readdirSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

const headerValue = z.union([z.string(), z.null()]);

const ASKS = [
  'call',
  'list',
  'discover',
  'read',
  'resources',
  'templates',
  'prompts',
  'prompt',
  'complete',
  'listen',
  'progress',
  'notify',
  'initialize',
  'legacy-call',
  'legacy-list',
  'legacy-resources',
  'legacy-prompts',
  'legacy-read',
  'legacy-prompt',
  'legacy-complete',
  'legacy-progress',
  'legacy-notify',
  'legacy-ping',
  'legacy-get',
  'legacy-delete',
  'sse-open',
  'sse-call',
  'options',
  'get',
  'visit',
  'ping',
] as const;

const askObject = z.strictObject({
  request: z.enum(ASKS).default('call').describe('The request that is sent.'),
  verb: z.string().optional().describe('Instead of the HTTP verb of the named request.'),
  path: z
    .string()
    .optional()
    .describe(
      'Instead of the path of the session; `$PATH` is that path. For `visit`, a whole URL.',
    ),
  id: z.union([z.string(), z.number(), z.null()]).optional().describe('JSON-RPC id. Default 7.'),
  params: z.record(z.string(), z.unknown()).optional().describe('Merged into `params`.'),
  headers: z
    .record(z.string(), headerValue)
    .optional()
    .describe('Added or replaced; null removes.'),
  body: z.string().optional().describe('The whole body, as it is.'),
  capabilities: z.record(z.string(), z.unknown()).optional().describe('What the client can do.'),
  version: z.string().optional().describe('Protocol version, in header and body.'),
  closeAfterMs: z.number().min(0).optional().describe('The client leaves then.'),
  closeAfterBytes: z.int().min(1).optional().describe('The client leaves once so many came.'),
  firstBytes: z.int().min(1).optional().describe('Only so many bytes of the request are sent.'),
  headOnly: z.literal(true).optional().describe('The body is announced, and never sent.'),
  tls: z
    .strictObject({
      trust: z.enum(['ca', 'any']).default('ca'),
      oldest: z.enum(['TLSv1', 'TLSv1.1', 'TLSv1.2']).default('TLSv1.2'),
    })
    .optional()
    .describe('How the client speaks TLS, where the session has a port with TLS.'),
});

export type AskName = (typeof ASKS)[number];
export type Ask = z.output<typeof askObject>;

const askSchema = z
  .union([z.enum(ASKS), askObject])
  .transform((ask): Ask => (typeof ask === 'string' ? { request: ask } : ask));

/** What a value may be said to be, where it is not given as it is. */
export const matcherSchema = z.strictObject({
  absent: z.literal(true).optional(),
  /** Bytes of a text in UTF-8; of anything else, of its JSON. */
  bytes: z.int().optional(),
  /** The number; the length of a list or a text. */
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
  startsWith: z.string().optional(),
  endsWith: z.string().optional(),
  contains: z.string().optional(),
  lacks: z.string().optional(),
  matches: z.string().optional(),
  /** Like `isNot` no word of JSON Schema: a schema must not be taken for a matcher. */
  typeOf: z.enum(['string', 'number', 'boolean', 'object', 'array', 'null']).optional(),
  length: z.int().optional(),
  /** How many objects and lists lie in one another at most. */
  depthAtLeast: z.int().optional(),
  isNot: z.unknown().optional(),
});
export type Matcher = z.output<typeof matcherSchema>;

const headerMatcher = z.union([z.string(), z.null(), z.array(z.string()), matcherSchema]);
const texts = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());

const seeSchema = z.strictObject({
  statusLine: z.string().optional(),
  status: z.int().optional(),
  interim: z.array(z.int()).optional().describe('Statuses of the answers before the real one.'),
  headers: z.record(z.string(), headerMatcher).optional(),
  headLines: z.array(z.string()).optional(),
  trailers: z.array(z.string()).optional(),
  decode: z
    .enum(['gzip', 'deflate', 'deflate_raw', 'br'])
    .optional()
    .describe('What the body is compressed with; all else is said of what comes out of it.'),
  body: z.union([z.string(), matcherSchema]).optional(),
  bodyBase64: z.string().optional(),
  bodyBytes: z.int().optional(),
  bodyAtLeast: z.int().optional(),
  json: z.unknown().optional(),
  has: z.record(z.string().regex(/^(\/|$)/, 'Must be a JSON Pointer'), z.unknown()).optional(),
  events: z.union([z.string(), matcherSchema]).optional(),
  messages: z.array(z.unknown()).optional(),
  messagesAtLeast: z.int().optional().describe('There may be more messages than `messages` names.'),
  raw: z.string().optional(),
  rawBase64: z.string().optional(),
  contains: texts.optional(),
  containsBase64: texts.optional().describe('Bytes that stand somewhere in the answer.'),
  lacks: texts.optional(),
  nothing: z.literal(true).optional(),
  end: z.enum(['fin', 'reset', 'open', 'keep', 'refused']).optional(),
  tls: z
    .string()
    .optional()
    .describe('The version that was agreed on, or the error of the client.'),
  afterMs: z.number().optional(),
  lastAfterMs: z.number().optional(),
  endAfterMs: z.number().optional().describe('The connection ends not before.'),
  gapsMs: z
    .union([z.number(), z.array(z.number())])
    .optional()
    .describe('A number: the mean of the gaps; a list: gaps in this order, others between them.'),
  piecesAtLeast: z.int().optional(),
  outcome: z.string().nullable().optional(),
  fault: z.string().nullable().optional().describe('Kind of the recorded fault; null for none.'),
  errorCode: z.int().nullable().optional(),
  findings: z.array(z.string()).optional().describe('Rules that the request broke, in order.'),
  record: z
    .record(z.string().startsWith('/'), z.unknown())
    .optional()
    .describe('What else the record holds, by JSON Pointer.'),
});
export type See = z.output<typeof seeSchema>;

const selectSchema = z.strictObject({
  scenario: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  seed: z.int().optional(),
  ownPort: z
    .strictObject({ opensAfterMs: z.int().optional(), tls: z.string().optional() })
    .optional()
    .describe('A port for this session alone.'),
});

const stepSchema = z.strictObject({
  pauseMs: z.number().min(0).optional().describe('Waits before it asks.'),
  ask: askSchema.default({ request: 'call' }),
  connection: z.literal('same').optional().describe('On the connection of the step before.'),
  stay: z.string().optional().describe('Keeps the connection under this name for `again`.'),
  again: z.string().optional().describe('Asks nothing: looks again at a connection that stayed.'),
  see: seeSchema.default({}),
});
export type Step = z.output<typeof stepSchema>;

const playShape = {
  select: selectSchema,
  ask: askSchema.optional(),
  see: seeSchema.optional(),
  steps: z.array(stepSchema).min(1).optional(),
};

type Playing = z.output<z.ZodObject<typeof playShape>>;

function checkPlay({ ask, see, steps }: Playing, context: z.core.$RefinementCtx): void {
  if (steps === undefined && see === undefined) {
    context.addIssue({ code: 'custom', message: 'Needs `see` or `steps`' });
  } else if (steps !== undefined && (see !== undefined || ask !== undefined)) {
    context.addIssue({ code: 'custom', message: 'Has `steps`: put `ask` and `see` into them' });
  }
}

/** A selection, and what comes of it. */
export interface Play {
  readonly select: z.output<typeof selectSchema>;
  readonly steps: readonly Step[];
}

function toPlay({ select, ask, see, steps }: Playing): Play {
  return { select, steps: steps ?? [{ ask: ask ?? { request: 'call' }, see: see ?? {} }] };
}

const variantSchema = z.strictObject(playShape).superRefine(checkPlay).transform(toPlay);

/** For entries that have members of their own beside the play. */
export function playWith<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodType<Play & { readonly given: z.output<z.ZodObject<Shape>> }> {
  const own = z.object(shape);
  return z
    .strictObject({ ...shape, ...playShape })
    .superRefine((entry, context) => {
      checkPlay(entry as Playing, context);
    })
    .transform((entry) => ({ ...toPlay(entry as Playing), given: own.parse(entry) }));
}

const coveredRow = z.strictObject({
  does: z.string(),
  reaction: z.string(),
  variants: z
    .record(z.string().regex(/^[\w.+-]+$/, 'Must be a short name'), variantSchema)
    .refine((variants) => Object.keys(variants).length > 0, 'Needs at least one variant'),
});
const impossibleRow = z.strictObject({
  does: z.string().optional(),
  reaction: z.string().optional(),
  cannot: z.string().min(1),
});

/** Decided by `cannot`, so that a mistake in one form is not reported as one in the other. */
const rowSchema = z.unknown().transform((row, context) => {
  const isImpossible = typeof row === 'object' && row !== null && 'cannot' in row;
  const read = (isImpossible ? impossibleRow : coveredRow).safeParse(row);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});
export type Row = z.output<typeof coveredRow> | z.output<typeof impossibleRow>;

export type LedgerFile = Readonly<Record<string, Row>>;

function ledgerSchema(group: string): z.ZodType<LedgerFile> {
  const id = z.string().regex(new RegExp(`^${group}-\\d\\d$`), `Must be an id like ${group}-01`);
  return z.record(id, rowSchema);
}

/** Reads a YAML file by a schema; an error says the file, the place and what is wrong. */
export function readYaml<T>(file: string, schema: z.ZodType<T>): T {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const read = schema.safeParse(document.toJS({ maxAliasCount: 10_000 }));
  if (read.success) return read.data;
  const mistakes = read.error.issues.flatMap(flatIssues).map(({ path, message }) => {
    const at = placeOf(path);
    return `${file}${at === null ? '' : `:${String(at)}`}: ${path.join(' > ')}: ${message}`;
  });
  throw new Error(mistakes.join('\n'));

  function placeOf(path: readonly PropertyKey[]): number | null {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (typeof node === 'object' && node !== null && 'range' in node) {
        const [offset = 0] = node.range as number[];
        return lines.linePos(offset).line;
      }
    }
    return null;
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a union, the branch that came closest: the one with the fewest mistakes that lie deepest. */
function flatIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ path: issue.path, message }));
  }
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.map((errors) => errors.flatMap(flatIssues));
  const depth = (issues: readonly Issue[]): number => Math.max(...issues.map((i) => i.path.length));
  const [best] = branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  if (best === undefined) return [issue];
  return best.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

/** The groups that have a file in a folder, by name. */
export function groupsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .toSorted();
}

export function readLedger(folder: string, group: string): LedgerFile {
  return readYaml(`${folder}/${group}.yaml`, ledgerSchema(group));
}
