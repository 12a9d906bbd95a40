/**
 * What still comes of a request that was answered early. Closing at once would reset the connection, and the client might
 * lose the answer (RFC 9112, section 9.6); so the rest may pass by, a bounded time and amount of it.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { rawHeader } from './raw-headers.js';

export const REST_MS = 500;
export const REST_BYTES = 16 * 1024 * 1024;
/** A rest that is announced to be smaller needs no watching: its end is in sight. */
const SMALL_BYTES = 64 * 1024;

const passing = new WeakSet<IncomingMessage>();

/** Whether a request may go on for long after its answer. */
export function mayGoOn({ rawHeaders }: IncomingMessage): boolean {
  if (rawHeader(rawHeaders, 'transfer-encoding') !== null) return true;
  return Number(rawHeader(rawHeaders, 'content-length') ?? 0) > SMALL_BYTES;
}

/** Lets the rest of a request pass by, then closes its connection if it must or if that takes too long. */
export function letRestPass(incoming: IncomingMessage, socket: Socket): void {
  if (passing.has(incoming)) return;
  passing.add(incoming);
  let bytes = 0;
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.byteLength;
    if (bytes > REST_BYTES) cut();
  };
  const done = (): void => {
    clearTimeout(timer);
    incoming.off('data', count);
    socket.off('close', done);
  };
  const cut = (): void => {
    done();
    socket.destroy();
  };
  const timer = setTimeout(cut, REST_MS);
  incoming.on('data', count);
  incoming.resume();
  incoming.once('end', () => {
    done();
    if (socket.writableEnded) socket.destroy();
  });
  socket.once('close', done);
}
