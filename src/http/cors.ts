/** CORS for browser clients, on MCP addresses only. The origin was checked before. */
import type { HeaderLines } from '../exchange/message.js';
import { onlyValue } from './allowed-hosts.js';

const EXPOSED =
  'Kitchen-Session, Kitchen-Exchange, Kitchen-Fault, Mcp-Session-Id, WWW-Authenticate, Retry-After';
const NONE: HeaderLines = [];
const PREFLIGHT_LIFETIME_SECONDS = '600';

/** The headers that let a page of an allowed origin read an answer; none where no page asks. */
export function corsHeaders(headers: HeaderLines): HeaderLines {
  const origin = onlyValue(headers, 'origin');
  if (typeof origin !== 'string') return NONE;
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', EXPOSED],
    ['Vary', 'Origin'],
  ];
}

export function preflightHeaders(headers: HeaderLines): HeaderLines {
  const wanted = onlyValue(headers, 'access-control-request-headers');
  return [
    ['Access-Control-Allow-Methods', 'GET, POST, DELETE'],
    ...(typeof wanted === 'string' ? [['Access-Control-Allow-Headers', wanted] as const] : []),
    ['Access-Control-Max-Age', PREFLIGHT_LIFETIME_SECONDS],
  ];
}
