/** What the admin client says when the kitchen refuses, cannot be reached, or is none. */
import { z } from 'zod';
import { ERROR_CATALOGUE, type ErrorCode, type Problem } from '../errors.js';
import { keysOf } from './keys-of.js';

/** `message` says what went wrong in one sentence or two. */
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

// A refusal may come from whatever stands in between, so it is read with care.
const problemSchema: z.ZodType<Problem> = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(keysOf(ERROR_CATALOGUE)),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
});

export async function refusal(request: Request, response: Response): Promise<AdminClientError> {
  const { status } = response;
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) {
    const message = `${request.url} answered HTTP ${String(status)} without saying why: is it a kitchen?`;
    return new AdminClientError(message, status);
  }
  if (status !== 401) return new AdminClientError(parsed.data.detail, status, parsed.data);
  const wrong = request.headers.has('Authorization')
    ? 'The admin token is wrong: give that of this kitchen'
    : 'The kitchen asks for its admin token: give it';
  return new AdminClientError(
    `${wrong} with --admin-token or KITCHEN_ADMIN_TOKEN.`,
    status,
    parsed.data,
  );
}

export function unreachable(url: string, error: unknown): AdminClientError {
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

export function stranger(url: string, status: number): AdminClientError {
  return new AdminClientError(
    `${url} answered what this client does not understand: is it a kitchen, and of this version?`,
    status,
  );
}

/** Throws where the answer that began well did not come whole. */
export function brokenOff(error: unknown): AdminClientError {
  return new AdminClientError(
    'The kitchen broke off its answer: was it stopped, or the connection lost?',
    null,
    null,
    { cause: error },
  );
}
