/** The listening socket: a Node HTTP server in front of a fetch handler. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { answerLast, type ClientError, ConnectionGuard } from './connection-guard.js';
import { pairs, plainAddress } from './node-wire.js';
import type { RefuseUnread, UnreadReason, UnreadRequest } from './unread-request.js';

export interface Listening {
  readonly port: number;
  /** Takes no more connections; resolves when the last one is closed. */
  stop(): Promise<void>;
  /** Closes what is still open. */
  cutAll(): void;
}

export type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** Records and answers what never reaches the fetch handler. */
  readonly refuse: RefuseUnread;
  /** Milliseconds that the head of a request may take. Default 60,000. */
  readonly headTimeoutMs?: number;
  /** Milliseconds that a whole request may take. Default 300,000. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds between two looks at both. Default 30,000. */
  readonly checkTimeoutsMs?: number;
}

/** Rejects with Node's own error, say `EADDRINUSE`. */
export async function listen(fetch: FetchHandler, options: ListenOptions): Promise<Listening> {
  const { port, host, refuse } = options;
  const guard = new ConnectionGuard(refuse);
  const server = createServer({
    // A missing Host is refused by the front door, and recorded there.
    requireHostHeader: false,
    headersTimeout: options.headTimeoutMs ?? 60_000,
    requestTimeout: options.requestTimeoutMs ?? 300_000,
    connectionsCheckingInterval: options.checkTimeoutsMs ?? 30_000,
    keepAliveTimeout: 60_000,
  });
  server.on('connection', (socket: Socket) => guard.opened(socket));
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    guard.began(incoming, outgoing);
    const answer = getRequestListener(fetch, {
      hostname: host,
      errorHandler: (error) => {
        if (!(error instanceof RequestError)) return new Response(null, { status: 500 });
        const { status, headers, body } = refuse(unread(incoming, reasonOf(incoming)));
        return new Response(body, { status, headers: Object.fromEntries(headers) });
      },
    });
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  };
  server.on('request', serve);
  // An expectation that nobody knows may be ignored (RFC 9110, section 10.1.1); Node would answer 417, unrecorded.
  server.on('checkExpectation', serve);
  server.on('connect', (incoming: IncomingMessage, socket) => {
    // Node has taken its hands off the socket.
    socket.on('error', () => socket.destroy());
    if (socket instanceof Socket) answerLast(refuse(unread(incoming, 'connect')), socket);
    else socket.destroy();
  });
  server.on('clientError', (error: ClientError, socket) => {
    if (socket instanceof Socket) guard.failed(error, socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeIdleConnections();
      }),
    cutAll: () => {
      server.closeAllConnections();
    },
  };
}

function unread(incoming: IncomingMessage, reason: UnreadReason): UnreadRequest {
  return {
    reason,
    detail: '',
    verb: incoming.method ?? null,
    path: incoming.url ?? null,
    headers: pairs(incoming.rawHeaders),
    remote: plainAddress(incoming.socket.remoteAddress),
  };
}

/** Why no URL can be made of a request: its target is no path, or else its Host is no host. */
function reasonOf({ url = '' }: IncomingMessage): UnreadReason {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/') && !path.includes('\\') ? 'bad_host' : 'bad_target';
}
