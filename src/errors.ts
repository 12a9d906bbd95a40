/** Every error that a user of the kitchen can meet: code, HTTP status, and a sentence that says what to do. */

export const ERROR_CATALOGUE = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_params: { status: 400, title: 'The params of the scenario are not valid' },
  unknown_scenario: { status: 400, title: 'There is no such scenario' },
  unauthorized: { status: 401, title: 'The admin token is missing or wrong' },
  forbidden_host: { status: 403, title: 'This Host is not allowed' },
  forbidden_origin: { status: 403, title: 'This Origin is not allowed' },
  not_found: { status: 404, title: 'There is no such thing here' },
  unknown_workspace: { status: 404, title: 'There is no such workspace' },
  method_not_allowed: { status: 405, title: 'This method is not allowed here' },
  conflict: { status: 409, title: 'It is there already' },
  revision_changed: { status: 412, title: 'The selection has changed since it was read' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  too_many_workspaces: { status: 409, title: 'There are too many workspaces' },
  store_unavailable: { status: 503, title: 'The database takes nothing' },
  internal: { status: 500, title: 'The kitchen failed' },
} as const;
export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** One wrong field. */
export interface FieldError {
  /** Dotted path with indexes, say `params.statusCodes[2]`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** An error with a code of the catalogue; `message` says what was wrong and what to do. */
export class KitchenError extends Error {
  override readonly name = 'KitchenError';
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
    this.status = ERROR_CATALOGUE[code].status;
  }
}

/** An RFC 9457 problem: the body of every error of the admin API. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
}

export function toProblem(error: KitchenError): Problem {
  const { status, title } = ERROR_CATALOGUE[error.code];
  return {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    code: error.code,
    errors: error.errors,
  };
}

/** Writes a zod-style path as users read it: `params.statusCodes[2]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${String(part)}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}
