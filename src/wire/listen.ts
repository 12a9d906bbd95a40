/** The listening socket of the kitchen. */
import type { Server } from 'node:net';
import { createHttpServer, type Handlers, type HttpServerOptions } from './http-server.js';

export interface Listening {
  readonly port: number;
  /** Takes no more connections; resolves when the last one is closed. */
  stop(): Promise<void>;
  /** Closes what is still open. */
  cutAll(): void;
}

export interface ListenOptions extends HttpServerOptions {
  readonly port: number;
}

/** Rejects with Node's own error, say `EADDRINUSE`. */
export async function listen(handlers: Handlers, options: ListenOptions): Promise<Listening> {
  const server = createHttpServer(handlers, options);
  const port = await bind(server, options);
  return {
    port,
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

/** Resolves with the port that it listens on. */
export async function bind(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}
