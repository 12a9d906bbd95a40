/** Resets connections. The TCP socket below a TLS one is needed for it. */
import type { Socket } from 'node:net';

const READING_MS = 20;
const raws = new Map<string, Socket>();

/** To be called with each connection on which TLS begins. */
export function rememberRawSocket(raw: Socket): void {
  const name = nameOf(raw);
  raws.set(name, raw);
  raw.once('close', () => {
    if (raws.get(name) === raw) raws.delete(name);
  });
}

/** The socket itself where there is no TLS. */
export function rawSocketOf(socket: Socket): Socket {
  return isSecure(socket) ? (raws.get(nameOf(socket)) ?? socket) : socket;
}

/**
 * Sends a TCP RST. Bytes that have gone out just now get a moment to be read: some systems would throw them away, and a
 * client that finds bytes and reset together may take it for an end in order.
 */
export function reset(socket: Socket): void {
  const raw = rawSocketOf(socket);
  if (raw.bytesWritten === 0) {
    raw.resetAndDestroy();
    return;
  }
  const timer = setTimeout(() => {
    raw.off('close', stop);
    raw.resetAndDestroy();
  }, READING_MS);
  const stop = (): void => clearTimeout(timer);
  raw.once('close', stop);
}

export function isSecure(socket: Socket): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}

/** Both sockets of a connection say the same about its two ends, and no other connection does. */
function nameOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ');
}
