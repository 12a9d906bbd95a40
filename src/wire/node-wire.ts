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
  return new NodeWire(incoming, outgoing);
}

class NodeWire implements Wire {
  readonly remote: string;
  readonly connection: object;
  readonly path: string;
  readonly headers: HeaderLines;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
  ) {
    this.remote = plainAddress(incoming.socket.remoteAddress);
    this.connection = incoming.socket;
    this.path = pathOf(incoming.url ?? '/');
    this.headers = pairs(incoming.rawHeaders);
  }

  onEnd(listener: (how: 'sent' | 'gone') => void): void {
    const { outgoing } = this;
    // A client that left before the answer has already fired `close`.
    if (outgoing.destroyed) {
      listener('gone');
      return;
    }
    let ended = false;
    // Each comes once at most: `on` does without the wrapper of `once`.
    outgoing.on('finish', () => {
      if (!ended) listener('sent');
      ended = true;
    });
    outgoing.on('close', () => {
      if (!ended) listener('gone');
      ended = true;
    });
  }

  cut(): boolean {
    this.incoming.socket.destroy();
    return true;
  }
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
