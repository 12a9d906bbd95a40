/** A web site under any name: an empty page, and redirects to wherever its visitor says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Site {
  /** An address of it under a name, say `evil.example`. */
  readonly at: (host: string, path?: string) => string;
  /** An address of it that redirects. */
  readonly redirect: (host: string, status: 302 | 307 | 308, to: string) => string;
}

export async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const to = searchParams.get('to');
    response.setHeader('Content-Type', 'text/html');
    // Its own pages may read from it across its names: only the kitchen's refusals shall count.
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    response.setHeader('Access-Control-Allow-Methods', '*');
    if (to !== null && request.method !== 'OPTIONS') {
      response.writeHead(Number(pathname.slice(1)), { Location: to });
    }
    response.end('<!doctype html><title>A page</title><body></body>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const at = (host: string, path = '/'): string => `http://${host}:${String(address.port)}${path}`;
  return {
    at,
    redirect: (host, status, to) =>
      at(host, `/${String(status)}?${String(new URLSearchParams({ to }))}`),
  };
}
