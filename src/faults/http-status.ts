/** An HTTP status instead of the healthy answer. */
import type { Answer } from '../exchange/answer.js';

export interface HttpStatusFault {
  readonly kind: 'http_status';
  /** 200 to 599. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; left out for 204, 205 and 304, which have none. */
  readonly body?: string;
  readonly contentType?: string;
  /** Value of `Retry-After`. */
  readonly retryAfter?: string;
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export function performHttpStatus(fault: HttpStatusFault): Answer {
  const headers: [string, string][] = Object.entries(fault.headers ?? {});
  if (fault.contentType !== undefined) headers.push(['Content-Type', fault.contentType]);
  if (fault.retryAfter !== undefined) headers.push(['Retry-After', fault.retryAfter]);
  const body = WITHOUT_BODY.has(fault.status) ? null : (fault.body ?? '');
  return { status: fault.status, headers, body };
}
