/** Tells of each connection to a port with TLS on which no request came, because of TLS. */
import { Socket } from 'node:net';
import { rawSocketOf, reset } from './raw-socket.js';
import type { HandshakeFault } from './tls-profiles.js';

/** How it ended. */
export interface FailedAttempt {
  /** What the TLS library says about it; null where it has said nothing. */
  readonly error: string | null;
  /** `server` where the kitchen let it down, `client` for any other end. */
  readonly closedBy: 'client' | 'server';
}

export type TellAttempt = (failed: FailedAttempt) => void;

interface Attempt {
  error: string | null;
  /** Both sides have agreed. */
  secured: Socket | null;
}

export class TlsAttempts {
  readonly #open = new WeakMap<Socket, Attempt>();

  /** @param wasUsed whether a request came on a connection that both sides have agreed on */
  constructor(private readonly wasUsed: (secured: Socket) => boolean) {}

  began(raw: Socket, tell: TellAttempt): void {
    const attempt: Attempt = { error: null, secured: null };
    this.#open.set(raw, attempt);
    raw.once('close', () => {
      const { secured, error } = attempt;
      if (secured === null || !this.wasUsed(secured)) tell({ error, closedBy: 'client' });
    });
  }

  secured(socket: Socket): void {
    const attempt = this.#of(socket);
    if (attempt !== undefined) attempt.secured = socket;
  }

  failed(socket: Socket, error: string): void {
    const attempt = this.#of(socket);
    if (attempt !== undefined) attempt.error ??= error;
  }

  /** A socket whose handshake failed knows its ends no more; what it was made of is told by no public member. */
  #of(socket: Socket): Attempt | undefined {
    const raw: unknown = Reflect.get(socket, '_parent');
    return this.#open.get(raw instanceof Socket ? raw : rawSocketOf(socket));
  }
}

/** A fatal alert, `handshake_failure` (RFC 8446, section 6.2), in a record of its own. */
const ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]);

/** Lets a connection down once its client has said hello. */
export function failHandshake(how: HandshakeFault, socket: Socket, tell: TellAttempt): void {
  let isTold = false;
  const end = (closedBy: FailedAttempt['closedBy']): void => {
    if (!isTold) tell({ error: null, closedBy });
    isTold = true;
  };
  socket.on('error', () => {
    end('client');
    socket.destroy();
  });
  socket.once('end', () => {
    end('client');
    socket.destroy();
  });
  socket.once('close', () => {
    end('server');
  });
  if (how === 'silent') {
    socket.resume();
    return;
  }
  socket.once('data', () => {
    end('server');
    if (how === 'reset') reset(socket);
    else if (how === 'alert') socket.end(ALERT);
    else socket.end();
    socket.resume();
  });
}
