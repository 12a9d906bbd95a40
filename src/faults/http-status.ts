/** An HTTP status instead of the healthy answer. */
import type { Answer } from '../exchange/answer.js';
import { WITHOUT_BODY } from './rpc-answer.js';

export interface HttpStatusFault {
  readonly kind: 'http_status';
  /** 200 to 599. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; left out for 204, 205 and 304, which have none. */
  readonly body?: string;
  /** `text/plain; charset=utf-8` for a body without one. */
  readonly contentType?: string;
  /** Value of `Retry-After`. */
  readonly retryAfter?: string;
}

export function performHttpStatus(fault: HttpStatusFault): Answer {
  const hasBody = !WITHOUT_BODY.has(fault.status) && fault.body !== undefined && fault.body !== '';
  const headers = new Map<string, [string, string]>();
  const set = (name: string, value: string): void => {
    headers.set(name.toLowerCase(), [name, value]);
  };
  if (hasBody) set('Content-Type', 'text/plain; charset=utf-8');
  for (const [name, value] of Object.entries(fault.headers ?? {})) set(name, value);
  if (fault.contentType !== undefined) set('Content-Type', fault.contentType);
  if (fault.retryAfter !== undefined) set('Retry-After', fault.retryAfter);
  return {
    status: fault.status,
    headers: [...headers.values()],
    body: hasBody ? (fault.body ?? null) : null,
  };
}
