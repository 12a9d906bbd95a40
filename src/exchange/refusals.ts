/** Why a request to an MCP address does not get to a session, and what its client is told. */
import type { Protocol } from '../server-info.js';
import type { HeaderLines } from './message.js';
import type { Refusal } from './refuse.js';

/** What an MCP address may be asked by, the preflight of a browser excepted. */
export const VERBS: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE']);

/** The rest of the body is not read. */
const CLOSE: HeaderLines = [['Connection', 'close']];

const BODY_BROKEN: Refusal = {
  reason: 'body_broken',
  status: 400,
  detail: 'The body ended before it was whole, or its framing is broken.',
  headers: CLOSE,
};

export const REFUSALS = {
  body_too_large: {
    reason: 'body_too_large',
    status: 413,
    detail: 'The body is over the limit of --max-body.',
    headers: CLOSE,
  },
  body_broken: BODY_BROKEN,
  // A client that only closed its own side can still read why (RFC 9112, section 8).
  body_unfinished: { ...BODY_BROKEN, leaves: 'answered' },
  body_left: { ...BODY_BROKEN, leaves: 'unanswered' },
  body_too_slow: {
    reason: 'body_too_slow',
    status: 408,
    detail: 'The body did not come whole in time.',
    headers: CLOSE,
  },
  content_coding: {
    reason: 'content_coding',
    status: 415,
    detail: 'Request bodies must not be compressed: leave Content-Encoding out.',
    // RFC 9110, section 12.5.3: tells it from a media type that is not supported.
    headers: [['Accept-Encoding', 'identity']],
  },
  transfer_coding: {
    reason: 'transfer_coding',
    // RFC 9112, section 6.1
    status: 501,
    detail: 'Transfer-Encoding can only be chunked.',
    headers: CLOSE,
  },
  // 2025-11-25, basic/transports#session-management; the errors are those of the SDK.
  unknown_mcp_session: {
    reason: 'unknown_mcp_session',
    status: 404,
    detail: 'Session not found',
    errorCode: -32001,
  },
  no_mcp_session: {
    reason: 'no_mcp_session',
    status: 400,
    detail: 'Bad Request: Mcp-Session-Id header is required',
    errorCode: -32000,
  },
} as const satisfies Record<string, Refusal>;

/** For a method that no revision knows, and for one that the revision of this request does not know. */
export function verbRefusal(verb: string, protocol: Protocol): Refusal {
  const isSpoken = protocol !== 'modern';
  const detail = isSpoken
    ? 'Protocol revision 2026-07-28 knows POST only; in the 2025 era GET and DELETE need an Mcp-Session-Id.'
    : 'Protocol revision 2026-07-28 knows POST only, and --protocol leaves the 2025 era out.';
  // Never the method that is refused just now.
  const allow = isSpoken && !VERBS.has(verb) ? 'GET, POST, DELETE' : 'POST';
  return { reason: 'method_not_allowed', status: 405, detail, headers: [['Allow', allow]] };
}
