/** Which values the options of a kitchen may have, wherever they are given: what fits none is refused, never ignored. */
import { z } from 'zod';
import { formatPath } from './errors.js';
import { type KitchenOptions, StartError } from './kitchen-options.js';
import { nearest } from './nearest.js';
import { PROTOCOLS } from './server-info.js';

const MIB = 1024 * 1024;
const YEAR_MS = 31_536_000_000;

function whole(min: number, max: number, unit = ''): z.ZodType<number, number> {
  const error = `Give a whole number from ${String(min)} to ${String(max)}${unit}`;
  return z.int(error).min(min, error).max(max, error);
}

const text = z.string('Give a text').min(1, 'Give a text that is not empty');

/** What fits into `Authorization: Bearer` whole. */
const token = z
  .string('Give a text')
  .regex(/^[\x21-\x7e]{1,4096}$/, 'Give 1 to 4096 visible ASCII characters without spaces');

/** A name as the Host header has it, without a port; in lower case, as URLs have it. */
const hostName = z.string('Give a text').transform((name, context) => {
  const isBare = /^(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])$/iu.test(name);
  if (isBare && URL.canParse(`http://${name}`)) return new URL(`http://${name}`).hostname;
  const message =
    'Give a bare name or address, say kitchen.local or [fd00::1]: no scheme, port or path';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** As browsers write it in the Origin header. */
const origin = z.string('Give a text').superRefine((given, context) => {
  const right = originOf(given);
  if (right === given) return;
  const message =
    right === null ? 'Give scheme://host[:port], say https://app.example' : `Write ${right}`;
  context.addIssue({ code: 'custom', message });
});

function originOf(given: string): string | null {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@\\*]+\/?$/i.test(given) || !URL.canParse(given)) return null;
  const url = new URL(given);
  // Only the schemes that the URL standard calls special have an origin there; pages of an extension have one, too.
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

/** By its kind alone: a record would drop a key such as `__proto__` unseen. */
const params = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Give an object',
);

/** The values of each option; the command checks what it was given by them, too. */
export const optionValues = {
  port: whole(0, 65_535),
  host: text,
  tlsPort: whole(0, 65_535),
  db: text,
  scenario: text,
  params,
  seed: whole(0, 2 ** 32 - 1),
  scenarioFolders: z.array(text, 'Give a list of folders'),
  idleTimeoutMs: whole(1, YEAR_MS, ' milliseconds'),
  protocol: z.enum(PROTOCOLS, `Give one of ${PROTOCOLS.join(', ')}`),
  maxBodyBytes: whole(1, 256 * MIB, ' bytes'),
  recordCapBytes: whole(0, 256 * MIB, ' bytes'),
  retention: z.strictObject({
    perWorkspace: whole(1, 100_000_000).exactOptional(),
    maxAgeMs: whole(1, 100 * YEAR_MS, ' milliseconds').exactOptional(),
    totalBytes: whole(1, Number.MAX_SAFE_INTEGER, ' bytes').exactOptional(),
  }),
  openWorkspaces: z.boolean('Give true or false'),
  allowHosts: z.array(hostName, 'Give a list of names'),
  allowOrigins: z.array(origin, 'Give a list of origins'),
  marks: z.boolean('Give true or false'),
  adminToken: token,
  mcpToken: token,
  log: z.custom<NonNullable<KitchenOptions['log']>>(
    (value) => typeof value === 'function',
    'Give a function',
  ),
  clock: z.custom<NonNullable<KitchenOptions['clock']>>(
    (value) => typeof value === 'object' && value !== null,
    'Give a clock',
  ),
} as const;

/** What is said of one order, not of the kitchen. */
export const portOpensAfterMs = whole(0, 3_600_000, ' milliseconds');

const shape = z.strictObject(optionValues).partial();

/**
 * The options as they may be used, names of hosts in lower case.
 * @throws StartError that names the first option that is wrong
 */
export function checkOptions(options: KitchenOptions): KitchenOptions {
  // Compiling the check takes longer than this one run of it.
  const checked = shape.safeParse(options, { jitless: true });
  if (checked.success) return checked.data;
  throw new StartError(explain(checked.error.issues));
}

function explain([first]: readonly z.core.$ZodIssue[]): string {
  if (first === undefined || (first.path.length === 0 && first.code === 'invalid_type')) {
    return 'The options of a kitchen are an object.';
  }
  if (first.code !== 'unrecognized_keys')
    return `Option ${formatPath(first.path)}: ${first.message}.`;
  const [unknown = ''] = first.keys;
  const known = Object.keys(first.path.length === 0 ? optionValues : optionValues.retention.shape);
  const near = nearest(unknown, known);
  const hint = near === undefined ? `These exist: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return `There is no option ${formatPath([...first.path, unknown])}. ${hint}`;
}
