/** A request that HTTP itself turns away: it never becomes a `Request`, yet it is answered and recorded. */
import type { Answer } from '../exchange/answer.js';
import type { HeaderLines, McpAddress } from '../exchange/message.js';
import type { FailedAttempt } from './tls-attempts.js';
import type { TlsProfile } from './tls-profiles.js';

/**
 * `bad_http`: what came is no HTTP request; `headers_too_large`, `request_timeout`: its head is too large, or did not
 * come whole in time; `bad_target`, `bad_host`: no URL can be made of its target or its Host; `connect`: it wants a tunnel;
 * `tls_handshake`: there was no agreement on TLS, and no request.
 */
export type UnreadReason =
  | 'bad_http'
  | 'headers_too_large'
  | 'request_timeout'
  | 'bad_target'
  | 'bad_host'
  | 'connect'
  | 'tls_handshake';

export interface UnreadRequest {
  readonly reason: UnreadReason;
  /** What the HTTP parser says about it; empty where the reason says all. */
  readonly detail: string;
  /** Null where the request line could not be read. */
  readonly verb: string | null;
  /** Path and query; null where the request line could not be read. */
  readonly path: string | null;
  readonly headers: HeaderLines;
  /** The peer's IP address. */
  readonly remote: string;
  /** The only address of the port that it came to; left out where all share the port. */
  readonly address?: McpAddress | undefined;
  /** What TLS was like, where that is the reason. */
  readonly tls?: FailedAttempt & { readonly profile: TlsProfile };
}

/** Records such a request and says how it is answered. */
export type RefuseUnread = (request: UnreadRequest) => Answer;
