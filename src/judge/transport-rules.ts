/** Rules about the HTTP request: method, address and headers. */
import type { Arrival } from '../exchange/message.js';
import { mediaTypeOf } from '../observations/media-type.js';
import { isSecretName } from '../observations/secret-names.js';
import { BATCH_VERSION, versionsOf } from '../server-info.js';
import { findEarlySession } from './find-initialize-mistake.js';
import { decodeSentinel, hasRawBytes, isSentinel, needsSentinel } from './header-sentinel.js';
import { PROTOCOL_VERSION_KEY } from './meta-rules.js';
import { headerOf, quote, type RequestRule } from './request-rule.js';

const MEDIA_TYPES = ['application/json', 'text/event-stream'] as const;
/** What nearly every client sends, so that it is not taken apart each time. */
const USUAL_ACCEPT = MEDIA_TYPES.join(', ');
const USUAL_TYPE = MEDIA_TYPES[0];
const VERSIONS = versionsOf('both');
const PARAM_HEADER = /^mcp-param-/i;

export const TRANSPORT_RULES: readonly RequestRule[] = [
  {
    rule: 'C-HTTP-02',
    level: 'must',
    check: ({ verb }) =>
      verb === 'POST' || verb === 'OPTIONS' || verb === 'HEAD'
        ? null
        : `The request is a ${quote(verb)}; this revision knows only POST.`,
  },
  { rule: 'C-HTTP-03', level: 'must', legacy: true, streamable: true, check: findAcceptMistake },
  {
    rule: 'C-HTTP-04',
    level: 'should',
    legacy: true,
    check: (arrival) => {
      const type = arrival.verb === 'POST' ? headerOf(arrival, 'content-type') : USUAL_TYPE;
      return type === USUAL_TYPE || mediaTypeOf(arrival.headers) === USUAL_TYPE
        ? null
        : `Content-Type is ${quote(type ?? undefined)} in place of ${USUAL_TYPE}.`;
    },
  },
  {
    rule: 'C-HTTP-11',
    level: 'must',
    check: (arrival) =>
      headerOf(arrival, 'last-event-id') === null
        ? null
        : 'There is a Last-Event-ID; streams of this revision cannot be resumed.',
  },
  {
    rule: 'C-HTTP-12',
    level: 'must',
    legacy: true,
    streamable: true,
    check: (arrival) =>
      arrival.era === 'modern'
        ? findMissingVersion(arrival, arrival.rpc.kind === 'request')
        : findLegacyVersionMistake(arrival),
  },
  { rule: 'C-HTTP-13', level: 'must', check: findVersionMismatch },
  { rule: 'C-HTTP-14', level: 'must', check: findMethodMistake },
  { rule: 'C-HTTP-15', level: 'must', check: findNameMistake },
  { rule: 'C-HTTP-16', level: 'must', check: findNameEncodingMistake },
  {
    rule: 'C-HTTP-27',
    level: 'must',
    check: (arrival) =>
      paramMistake(
        arrival,
        'is neither plain ASCII nor well-formed Base64',
        (value) => hasRawBytes(value) || decodeSentinel(value) === null,
      ),
  },
  {
    rule: 'C-HTTP-28',
    level: 'must',
    check: (arrival) =>
      paramMistake(
        arrival,
        'has markers that are not in lower case',
        (value) => !isSentinel(value) && isSentinel(value.toLowerCase()),
      ),
  },
  {
    rule: 'C-HTTP-40',
    level: 'must',
    legacy: true,
    streamable: true,
    check: (arrival) => {
      if (arrival.era === 'legacy') return findEarlySession(arrival);
      return headerOf(arrival, 'mcp-session-id') === null
        ? null
        : 'There is an Mcp-Session-Id; this revision has no sessions.';
    },
  },
  {
    rule: 'C-AUTH-29',
    level: 'must',
    legacy: true,
    check: ({ path }) => {
      const start = path.indexOf('?');
      if (start === -1) return null;
      const query = new URLSearchParams(path.slice(start));
      const name = [...query.keys()].find(isSecretName);
      return name === undefined ? null : `The query carries a secret in ${quote(name)}.`;
    },
  },
];

function findAcceptMistake(arrival: Arrival): string | null {
  const { verb, era } = arrival;
  const isStream = verb === 'GET' && era === 'legacy';
  if (verb !== 'POST' && !isStream) return null;
  const accept = headerOf(arrival, 'accept');
  if (accept === USUAL_ACCEPT) return null;
  const listed = new Set(
    (accept ?? '').split(',').map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase()),
  );
  const needed = isStream ? MEDIA_TYPES.slice(1) : MEDIA_TYPES;
  const missing = needed.filter((type) => !listed.has(type));
  if (missing.length === 0) return null;
  return `Accept is ${quote(accept ?? undefined)}; it must list ${missing.join(' and ')}.`;
}

function findMissingVersion(arrival: Arrival, isNeeded: boolean): string | null {
  return isNeeded && headerOf(arrival, 'mcp-protocol-version') === null
    ? 'There is no MCP-Protocol-Version header.'
    : null;
}

/** 2025-11-25, basic/transports#protocol-version-header: on all that follows `initialize`, from 2025-06-18 on. */
function findLegacyVersionMistake(arrival: Arrival): string | null {
  const { mcpSessionId, protocolVersion, rpc } = arrival;
  const header = headerOf(arrival, 'mcp-protocol-version');
  if (header !== null && rpc.method !== 'initialize' && !VERSIONS.includes(header)) {
    return `MCP-Protocol-Version is ${quote(header)}, which is none of ${VERSIONS.join(', ')}.`;
  }
  const isNeeded = mcpSessionId !== null && (protocolVersion ?? BATCH_VERSION) > BATCH_VERSION;
  return findMissingVersion(arrival, isNeeded);
}

function findVersionMismatch(arrival: Arrival): string | null {
  const header = headerOf(arrival, 'mcp-protocol-version');
  const named = arrival.rpc.meta?.[PROTOCOL_VERSION_KEY];
  if (header === null || typeof named !== 'string' || header === named) return null;
  return `MCP-Protocol-Version is ${quote(header)}, but "_meta" says ${quote(named)}.`;
}

function findMethodMistake(arrival: Arrival): string | null {
  const { kind, method } = arrival.rpc;
  if (kind !== 'request' || method === null) return null;
  const header = headerOf(arrival, 'mcp-method');
  if (header === null) return 'There is no Mcp-Method header.';
  return header === method
    ? null
    : `Mcp-Method is ${quote(header)}, but the method is ${quote(method)}.`;
}

function findNameMistake(arrival: Arrival): string | null {
  const { kind, name } = arrival.rpc;
  if (kind !== 'request' || name === null) return null;
  const header = headerOf(arrival, 'mcp-name');
  if (header === null) return 'There is no Mcp-Name header.';
  if (needsSentinel(name) || decodeSentinel(header) === name) return null;
  return `Mcp-Name is ${quote(header)}, but the body names ${quote(name)}.`;
}

function findNameEncodingMistake(arrival: Arrival): string | null {
  const { kind, name } = arrival.rpc;
  if (kind !== 'request' || name === null || !needsSentinel(name)) return null;
  const header = headerOf(arrival, 'mcp-name');
  if (header === null || (isSentinel(header) && decodeSentinel(header) === name)) return null;
  return `Mcp-Name is ${quote(header)}, which is not the Base64 form of ${quote(name)}.`;
}

function paramMistake(
  { headers }: Arrival,
  mistake: string,
  isWrong: (value: string) => boolean,
): string | null {
  const wrong = headers.find(([name, value]) => PARAM_HEADER.test(name) && isWrong(value));
  return wrong === undefined ? null : `The header ${quote(wrong[0])} ${mistake}.`;
}
