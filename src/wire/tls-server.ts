/** An HTTP server behind TLS, with what is wrong with it. Loaded where TLS is asked for alone. */
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { Certificates } from './certificates.js';
import { handle, type Handlers, type HttpServerOptions, settingsOf } from './http-server.js';
import { plainAddress } from './node-wire.js';
import { rememberRawSocket, reset } from './raw-socket.js';
import type { HandshakeFault, TlsProfile } from './tls-profiles.js';
import { tlsProfile } from './tls-profiles.js';

export async function createTlsServer(
  name: TlsProfile,
  certificates: Certificates,
  handlers: Handlers,
  options: HttpServerOptions,
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
  server.on('connection', rememberRawSocket);
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    options.refuse({
      reason: 'tls_handshake',
      detail: error.message,
      verb: null,
      path: null,
      headers: [],
      remote: plainAddress(socket.remoteAddress),
    });
    socket.destroy();
  });
  return handle(server, 'secureConnection', handlers, options);
}

/** A fatal alert, `handshake_failure` (RFC 8446, section 6.2), in a record of its own. */
const ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]);

/** Lets a connection down once its client has said hello. */
export function failHandshake(how: HandshakeFault, socket: Socket): void {
  socket.on('error', () => socket.destroy());
  if (how === 'silent') {
    socket.resume();
    return;
  }
  socket.once('data', () => {
    if (how === 'reset') reset(socket);
    else if (how === 'alert') socket.end(ALERT);
    else socket.end();
    socket.resume();
  });
}
