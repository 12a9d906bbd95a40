/** Requests of the admin client, and what is said when one fails. */
import { z } from 'zod';
import { type ErrorCode, formatPath, type Problem } from '../errors.js';
import { problem as problemSchema } from './answer-schemas.js';

export interface AdminClientOptions {
  /** Where the kitchen listens, say `http://127.0.0.1:4242`. */
  readonly url: string;
  /** The admin token, where the kitchen has one. */
  readonly token?: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** The kitchen refused, could not be reached, or is none; `message` says so in one sentence or two. */
export class AdminClientError extends Error {
  override readonly name = 'AdminClientError';
  constructor(
    message: string,
    /** HTTP status; null where nothing answered. */
    readonly status: number | null = null,
    /** What the kitchen said about it; null where it said nothing. */
    readonly problem: Problem | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get code(): ErrorCode | null {
    return this.problem?.code ?? null;
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface AdminRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parts of the path below `/api`, not yet encoded. */
  readonly path: readonly (string | number)[];
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface AdminConnection {
  /** The answer if it is a good one; throws `AdminClientError` otherwise. */
  readonly open: (request: AdminRequest) => Promise<Response>;
  /** The JSON of a good answer, checked. */
  readonly read: <Answer>(answer: z.ZodType<Answer>, request: AdminRequest) => Promise<Answer>;
}

export function createConnection(options: AdminClientOptions): AdminConnection {
  const { url, token, fetch = globalThis.fetch } = options;

  async function open(request: AdminRequest): Promise<Response> {
    const { method = 'GET', path, query = {}, body, headers, signal } = request;
    const target = addressOf(url, path, query);
    const init: RequestInit = {
      method,
      redirect: 'error',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    };
    let response: Response;
    try {
      response = await fetch(target, init);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw unreachable(url, error);
    }
    if (!response.ok) throw await refusal(target, response);
    return response;
  }

  async function read<Answer>(answer: z.ZodType<Answer>, request: AdminRequest): Promise<Answer> {
    const response = await open(request);
    const parsed = answer.safeParse(await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    const where = formatPath(parsed.error.issues[0]?.path ?? []);
    throw new AdminClientError(
      `${url} answered what this client does not understand${where === '' ? '' : ` (at ${where})`}: is it a kitchen, and of this version?`,
      response.status,
    );
  }

  return { open, read };
}

function addressOf(url: string, path: AdminRequest['path'], query: Query): URL {
  const segments = path.map((segment) => encodeURIComponent(String(segment)));
  let target: URL;
  try {
    target = new URL(`${url.replace(/\/+$/, '')}/api/${segments.join('/')}`);
  } catch {
    throw new AdminClientError(`"${url}" is no URL; say http://127.0.0.1:4242.`);
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) target.searchParams.set(name, String(value));
  }
  return target;
}

function unreachable(url: string, error: unknown): AdminClientError {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code } = z.object({ code: z.string().optional() }).catch({}).parse(cause);
  const why = code ?? (error instanceof Error ? error.message : String(error));
  return new AdminClientError(
    `No kitchen answers at ${url} (${why}). Start one with "kitchen serve", or name another with --url or KITCHEN_URL.`,
    null,
    null,
    { cause: error },
  );
}

async function refusal(target: URL, response: Response): Promise<AdminClientError> {
  const { status } = response;
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) {
    const message = `${target.href} answered HTTP ${String(status)} without saying why: is it a kitchen?`;
    return new AdminClientError(message, status);
  }
  if (status !== 401) return new AdminClientError(parsed.data.detail, status, parsed.data);
  return new AdminClientError(
    'The kitchen asks for its admin token: give it with --admin-token or KITCHEN_ADMIN_TOKEN.',
    status,
    parsed.data,
  );
}
