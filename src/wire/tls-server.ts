/** An HTTP server behind TLS, with what is wrong with it. Loaded where TLS is asked for alone. */
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { Certificates } from './certificates.js';
import { ConnectionGuard } from './connection-guard.js';
import { handle, type Handlers, type HttpServerOptions, settingsOf } from './http-server.js';
import { rememberRawSocket } from './raw-socket.js';
import { type TellAttempt, TlsAttempts } from './tls-attempts.js';
import { type TlsProfile, tlsProfile } from './tls-profiles.js';

export async function createTlsServer(
  name: TlsProfile,
  certificates: Certificates,
  handlers: Handlers,
  options: HttpServerOptions,
  tell: (raw: Socket) => TellAttempt,
): Promise<Server> {
  const { flaw = 'none', version } = tlsProfile(name);
  const { key, cert } = await certificates.of(flaw);
  const server = createServer({
    ...settingsOf(options),
    key,
    cert,
    ALPNProtocols: ['http/1.1'],
    ...(version !== undefined && {
      minVersion: version,
      maxVersion: version,
      // OpenSSL 3 has these versions at its lowest level alone.
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
  });
  const guard = new ConnectionGuard(options.refuse);
  // A client that likes no certificate may say so with its silence. Where nothing is wrong, it may have its own reasons.
  const attempts = new TlsAttempts((socket) => name === 'right' || guard.hasHeard(socket));
  server.on('connection', (raw: Socket) => {
    rememberRawSocket(raw);
    attempts.began(raw, tell(raw));
  });
  server.on('secureConnection', (socket: Socket) => {
    attempts.secured(socket);
    socket.allowHalfOpen = true;
  });
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    attempts.failed(socket, error.message);
    socket.destroy();
  });
  return handle(server, 'secureConnection', handlers, options, guard);
}
