/** Scheme, host and port of the kitchen: as a client reached it, and as something else that is the kitchen too. */
import type { Wire } from '../wire/wire.js';
import type { ExchangePorts } from './exchange-context.js';
import { headerOf } from './header-lines.js';
import type { McpAddress } from './message.js';

/** Say `http://127.0.0.1:4242`. The host is the one that the client asked for; it was checked before. */
export function originOf({ headers, isSecure }: Pick<Wire, 'headers' | 'isSecure'>): string {
  return `${isSecure ? 'https' : 'http'}://${headerOf(headers, 'host') ?? 'localhost'}`;
}

/**
 * Another origin of the same kitchen: the port that all sessions share, without TLS, for who came by another one; else
 * the same port under another name.
 */
export function foreignOriginFor(
  wire: Pick<Wire, 'headers' | 'isSecure'>,
  address: McpAddress,
  ports: Pick<ExchangePorts, 'mainPort' | 'of'>,
): string {
  const origin = originOf(wire);
  if (wire.isSecure || ports.of(address) !== null) {
    const main = `http://${new URL(origin).hostname}:${String(ports.mainPort())}`;
    if (main !== origin) return main;
  }
  return renamedOrigin(origin);
}

/** The same host without TLS (`http`), or at a second port that the kitchen opens for it (`port`). */
export async function otherOriginOf(
  origin: string,
  which: 'http' | 'port',
  ports: Pick<ExchangePorts, 'mainPort' | 'secondPort'>,
): Promise<string> {
  const port = which === 'http' ? ports.mainPort() : await ports.secondPort();
  return `http://${new URL(origin).hostname}:${String(port)}`;
}

/** The kitchen under another of its names, at the same port. */
export function renamedOrigin(origin: string): string {
  const url = new URL(origin);
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
}
