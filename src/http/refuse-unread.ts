/** What HTTP itself turns away: its answer, and its record where an MCP address may have been meant. */
import type { Answer } from '../exchange/answer.js';
import { refuse, type Refusal, type RefusalSurroundings } from '../exchange/refuse.js';
import type { RecordedFault } from '../observations/exchange-record.js';
import { tlsProfile } from '../wire/tls-profiles.js';
import type { RefuseUnread, UnreadReason, UnreadRequest } from '../wire/unread-request.js';
import { DEFAULT_WORKSPACE, mcpPath, readMcpAddress } from './mcp-address.js';

const UNKNOWN = '(unknown)';

export function createUnreadRefuser(surroundings: RefusalSurroundings): RefuseUnread {
  return (request) => {
    const { verb, path, headers, remote, address } = request;
    const refusal = refusalOf(request);
    if (!mayMeanMcp(request)) return bareAnswer(refusal, verb);
    const facts = {
      verb: verb ?? UNKNOWN,
      path: path ?? (address === undefined ? UNKNOWN : mcpPath(address)),
      workspace: address?.workspace ?? DEFAULT_WORKSPACE,
      fault: faultOf(request),
    };
    return refuse(refusal, facts, { headers, remote }, [], surroundings);
  };
}

/** A readable request to what is certainly another address (the admin API, an icon) needs no record. */
function mayMeanMcp({ reason, path }: UnreadRequest): boolean {
  if (reason !== 'bad_host' && reason !== 'bad_target') return true;
  if (path === null || !path.startsWith('/') || path.includes('\\')) return true;
  return readMcpAddress(path.split('?', 1)[0] ?? '/').kind !== 'other';
}

function bareAnswer(
  { reason, status, detail, headers = [] }: Refusal,
  verb: string | null,
): Answer {
  const body = verb === 'HEAD' ? null : `${JSON.stringify({ error: reason, detail })}\n`;
  const type = body === null ? [] : [['Content-Type', 'application/json'] as const];
  return { status, headers: [...headers, ...type], body };
}

function refusalOf({ reason, detail, tls }: UnreadRequest): Refusal {
  const { status, text, headers = [] } = REFUSALS[reason];
  const said = detail === '' ? text : `${text} (${detail})`;
  const refusal = { reason, status, detail: said, headers };
  if (tls === undefined) return refusal;
  return { ...refusal, leaves: tls.closedBy === 'server' ? 'let_down' : 'unanswered' };
}

/** Without a fault, whatever failed is the client's own doing. */
function faultOf({ tls }: UnreadRequest): RecordedFault | null {
  if (tls === undefined || tls.profile === 'right') return null;
  const { profile, error } = tls;
  return { kind: 'tls', profile, summary: tlsProfile(profile).summary, error };
}

const REFUSALS: Readonly<
  Record<UnreadReason, { status: number; text: string } & Pick<Refusal, 'headers'>>
> = {
  bad_http: { status: 400, text: 'This is no valid HTTP/1.1 request.' },
  // RFC 6585, section 5: a request line that is too long counts too.
  headers_too_large: { status: 431, text: 'Request line and headers may have 16 KiB together.' },
  request_timeout: { status: 408, text: 'The headers did not come whole in time.' },
  bad_target: { status: 400, text: 'The request target is no path: MCP is at /mcp.' },
  bad_host: { status: 400, text: 'The Host header is no host name with an optional port.' },
  connect: {
    status: 405,
    text: 'This is no proxy: MCP takes POST at /mcp.',
    headers: [['Allow', 'POST']],
  },
  tls_handshake: { status: 400, text: 'The TLS handshake failed.' },
};
