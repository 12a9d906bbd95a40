/** Host and Origin checks (DNS rebinding, cross-site requests), on the header lines as they came. */
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { isNamed } from '../exchange/header-lines.js';
import type { HeaderLines } from '../exchange/message.js';
import type { Wire } from '../wire/wire.js';

export interface AllowedHosts {
  /** Host names, IPv6 in brackets, without ports. */
  readonly hosts: readonly string[];
  /** Whole origins, say `https://app.example`. */
  readonly origins: readonly string[];
  /** Values of `Host` that were found to be allowed: a client sends the same one over and over. */
  readonly seen: Set<string>;
}

const MAX_SEEN = 100;
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function allowedHosts(
  boundTo: string,
  more: { readonly hosts: readonly string[]; readonly origins: readonly string[] },
): AllowedHosts {
  const bound = boundTo.includes(':') ? `[${boundTo}]` : boundTo;
  return { hosts: [...LOOPBACK, bound, ...more.hosts], origins: more.origins, seen: new Set() };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The header's only value; undefined where it is absent, null where it came twice (Node keeps the first). */
export function onlyValue(headers: HeaderLines, name: string): string | null | undefined {
  let only: string | undefined;
  for (const [candidate, value] of headers) {
    if (!isNamed(candidate, name)) continue;
    if (only !== undefined) return null;
    only = value;
  }
  return only;
}

export function hasOneHost(headers: HeaderLines): boolean {
  return typeof onlyValue(headers, 'host') === 'string';
}

/** Whether the Host is a host name with an optional port, and nothing more (RFC 9110, section 7.2). */
export function hasHostName(headers: HeaderLines): boolean {
  const host = onlyValue(headers, 'host');
  return typeof host === 'string' && isHostName(host);
}

function isHostName(host: string): boolean {
  return URL.canParse(`http://${host}`) && HOST_NAME.test(host);
}

/** The Host, and the host of a target that is a whole URL: that one counts (RFC 9112, section 3.2.2), and may differ. */
export function isAllowedHost(
  { headers, authority }: Pick<Wire, 'headers' | 'authority'>,
  allowed: AllowedHosts,
): boolean {
  const host = onlyValue(headers, 'host');
  if (typeof host !== 'string' || !isAllowed(host, allowed)) return false;
  return authority === null || isAllowed(authority, allowed);
}

function isAllowed(host: string, allowed: AllowedHosts): boolean {
  if (allowed.seen.has(host)) return true;
  const isGood = isHostName(host) && validateHostHeader(host, [...allowed.hosts]).ok;
  if (isGood && allowed.seen.size < MAX_SEEN) allowed.seen.add(host);
  return isGood;
}

/** For MCP addresses: no Origin, one of a loopback page, or one that was allowed by name. */
export function isAllowedMcpOrigin(headers: HeaderLines, allowed: AllowedHosts): boolean {
  const origin = onlyValue(headers, 'origin');
  if (origin === undefined) return true;
  if (origin === null) return false;
  return allowed.origins.includes(origin) || validateOriginHeader(origin, LOOPBACK).ok;
}

/** For the admin API: no Origin, or its own exact one. */
export function isOwnOrigin(headers: HeaderLines): boolean {
  const origin = onlyValue(headers, 'origin');
  if (origin === undefined) return true;
  const host = onlyValue(headers, 'host');
  return typeof host === 'string' && origin === `http://${host}`;
}
