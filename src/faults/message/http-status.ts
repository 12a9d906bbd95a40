/** An HTTP status instead of the healthy answer. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { answerKind } from '../fault-kind.js';
import { httpHeaders, httpHeaderValue } from './http-headers.js';
import { NO_BODY, WITHOUT_BODY } from './rpc-answer.js';

export interface HttpStatusFault {
  readonly kind: 'http_status';
  /** 200 to 599. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as it is; left out for 204, 205 and 304, which have none. */
  readonly body?: string | undefined;
  /** `text/plain; charset=utf-8` for a body without one. */
  readonly contentType?: string | undefined;
  /** Value of `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

export const httpStatus = answerKind({
  kind: 'http_status',
  summary: 'An HTTP status, with headers and a body of text.',
  fields: z
    .strictObject({
      status: z.int().min(200).max(599).describe('200 to 599.'),
      headers: httpHeaders().optional().describe('Headers by name.'),
      body: z
        .string()
        .max(1_000_000)
        .optional()
        .describe('The body as text; 204, 205 and 304 have none. Default: none.'),
      contentType: httpHeaderValue()
        .optional()
        .describe('`Content-Type` of that body. Default: `text/plain; charset=utf-8`.'),
      retryAfter: z
        .union([httpHeaderValue(), z.int().min(0).transform(String)])
        .optional()
        .describe('`Retry-After`: seconds, an HTTP date, or any text.'),
    })
    .refine(({ status, body = '' }) => body === '' || !WITHOUT_BODY.has(status), {
      path: ['body'],
      error: NO_BODY,
    }),
  perform: performHttpStatus,
});

export function performHttpStatus(fault: Omit<HttpStatusFault, 'kind'>): Answer {
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
