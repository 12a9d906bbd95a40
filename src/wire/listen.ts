/** The listening socket: a Node HTTP server in front of a fetch handler. */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export interface Listening {
  readonly port: number;
  /** Takes no more connections; resolves when the last one is closed. */
  stop(): Promise<void>;
  /** Closes what is still open. */
  cutAll(): void;
}

export type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

/** Rejects with Node's own error, say `EADDRINUSE`. */
export async function listen(
  fetch: FetchHandler,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const answer = getRequestListener(fetch, { hostname: host });
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  server.keepAliveTimeout = 60_000;
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
