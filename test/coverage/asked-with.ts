/** The requests that show a fault, in words: what a reader has to ask to see what the ledger saw. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Ask, AskName, Play } from './ledger-format.js';
import { namedRequest } from './ledger-requests.js';

type Params = Readonly<Record<string, unknown>>;

const REQUESTS: Readonly<Record<AskName, string>> = {
  call: '`tools/call`',
  list: '`tools/list`',
  discover: '`server/discover`',
  read: '`resources/read`',
  resources: '`resources/list`',
  templates: '`resources/templates/list`',
  prompts: '`prompts/list`',
  prompt: '`prompts/get`',
  complete: '`completion/complete`',
  listen: '`subscriptions/listen`',
  progress: '`tools/call` with a progress token',
  ping: '`ping`',
  notify: 'a notification',
  initialize: '`initialize`',
  'sse-open': 'GET of the transport of 2024',
  'sse-call': '`tools/call` of the transport of 2024',
  visit: 'a request to another address',
  options: 'a preflight (`OPTIONS`)',
  get: 'GET',
  'legacy-call': '`tools/call` in a session of 2025',
  'legacy-list': '`tools/list` in a session of 2025',
  'legacy-resources': '`resources/list` in a session of 2025',
  'legacy-prompts': '`prompts/list` in a session of 2025',
  'legacy-read': '`resources/read` in a session of 2025',
  'legacy-prompt': '`prompts/get` in a session of 2025',
  'legacy-complete': '`completion/complete` in a session of 2025',
  'legacy-progress': '`tools/call` with a progress token in a session of 2025',
  'legacy-ping': '`ping` in a session of 2025',
  'legacy-notify': 'a notification in a session of 2025',
  'legacy-get': 'GET in a session of 2025',
  'legacy-delete': 'DELETE in a session of 2025',
};

/** What comes from the answer before, and not from the user. */
const FROM_ANSWERS: readonly string[] = ['requestState', 'inputResponses', 'cursor', '_meta'];

/** Nothing for the ordinary call. */
export function askedWith({ steps }: Play): readonly string[] {
  const asked = steps.flatMap(({ again, ask }) => (again === undefined ? [askText(ask)] : []));
  const different = [...new Set(asked)];
  const isOrdinary = different.length === 1 && different[0] === REQUESTS.call;
  return isOrdinary ? [] : [`asked with ${different.join(', ')}`];
}

/** Name and arguments of a request that says nothing of its own: `of \`echo\` with \`{"text":"hi"}\``. */
export function ordinarily(name: AskName): string {
  const { _meta, ...params } = namedRequest(name).params ?? {};
  return withParams(REQUESTS[name], params);
}

function askText({ request, params = {}, body }: Ask): string {
  const named = namedRequest(request);
  const written = bodySchema.safeParse(body).data ?? {
    method: named.method,
    params: { ...named.params, ...params },
  };
  // What answers a question of the server is no request.
  if (written.method === undefined && body !== undefined) return 'the answer to the question';
  const all = written.params ?? {};
  const isOther = (key: string): boolean => !isDeepStrictEqual(all[key], named.params?.[key]);
  const own = Object.entries(all).filter(
    ([key]) =>
      !FROM_ANSWERS.includes(key) && (isOther(key) || (key === 'arguments' && isOther('name'))),
  );
  const words =
    written.method === named.method
      ? REQUESTS[request]
      : REQUESTS[request].replace(/`[^`]*`|a notification/, () => code(written.method ?? ''));
  return withParams(words, Object.fromEntries(own));
}

const bodySchema = z
  .string()
  .transform((body, context): unknown => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      context.addIssue('No JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      method: z.string().optional(),
      params: z.record(z.string(), z.unknown()).optional(),
    }),
  );

/** Behind the method, before what else is said of the request. */
function withParams(words: string, params: Params): string {
  const said = paramsText(params);
  return /`/.test(words) ? words.replace(/`[^`]*`/, (method) => method + said) : words + said;
}

function paramsText({ name, uri, arguments: given, ...others }: Params): string {
  const subject = name ?? uri;
  const rest =
    Object.keys(others).length === 0
      ? given
      : { ...(given !== undefined && { arguments: given }), ...others };
  return [
    ...(subject === undefined ? [] : [` of ${subjectText(subject)}`]),
    ...(rest === undefined ? [] : [` with ${code(JSON.stringify(rest))}`]),
  ].join('');
}

/** A name with control characters or blanks at its ends cannot be read as it stands. */
function subjectText(name: unknown): string {
  const isPlain = typeof name === 'string' && /^[!-~]+$/.test(name);
  if (isPlain && /^\$\d/.test(name)) return 'what an answer named';
  return code(isPlain ? name : JSON.stringify(name));
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
