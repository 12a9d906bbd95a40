/** The one adapter that knows Node's sockets, and the stand-in without one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderLines } from '../exchange/message.js';
import type { Wire } from './wire.js';

/** What `@hono/node-server` hands over as `c.env`; nothing of it under `app.request()`. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export function wireOf(env: NodeBindings | undefined, request: Request): Wire {
  const { incoming, outgoing } = env ?? {};
  if (incoming === undefined || outgoing === undefined) return inProcessWire(request);
  return nodeWire(incoming, outgoing);
}

function nodeWire(incoming: IncomingMessage, outgoing: ServerResponse): Wire {
  return {
    remote: plainAddress(incoming.socket.remoteAddress),
    connection: incoming.socket,
    path: pathOf(incoming.url ?? '/'),
    headers: pairs(incoming.rawHeaders),
    onEnd(listener) {
      // A client that left before the answer has already fired `close`.
      if (outgoing.destroyed) {
        listener('gone');
        return;
      }
      let ended = false;
      const once = (how: 'sent' | 'gone'): void => {
        if (ended) return;
        ended = true;
        listener(how);
      };
      outgoing.once('finish', () => {
        once('sent');
      });
      outgoing.once('close', () => {
        once('gone');
      });
    },
    cut() {
      incoming.socket.destroy();
      return true;
    },
  };
}

function inProcessWire(request: Request): Wire {
  return {
    remote: 'in-process',
    connection: null,
    path: pathOf(request.url),
    // The platform adds Host only when a request goes over a socket.
    headers: request.headers.has('host')
      ? [...request.headers]
      : [['host', new URL(request.url).host], ...request.headers],
    onEnd() {
      // There is no socket whose end could be seen.
    },
    cut: () => false,
  };
}

/** Path and query of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const start = target.indexOf('/', target.indexOf('//') + 2);
  return start === -1 ? '/' : target.slice(start);
}

export function pairs(flat: readonly string[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    lines.push([flat[index] ?? '', flat[index + 1] ?? '']);
  }
  return lines;
}

/** An IPv4 peer of a dual-stack socket reads `::ffff:127.0.0.1`. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
