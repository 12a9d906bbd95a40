/** A bare TCP connection that keeps every byte with the moment at which it came, and how the connection ended. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Piece {
  /** Milliseconds after the request was sent. */
  readonly atMs: number;
  readonly bytes: Buffer;
}

export interface Heard {
  /** What came since the newest request. */
  readonly pieces: readonly Piece[];
  /** In all of them. */
  readonly bytes: number;
  readonly end: 'fin' | 'reset' | 'refused' | null;
  readonly endedAtMs: number | null;
  /** The version of TLS that was agreed on, or the error that ended the connection. */
  readonly tls: string | null;
  /** Since the last sign of life: a byte, the end, or the request. */
  readonly quietMs: number;
}

/** How a client speaks TLS. */
export interface TlsClient {
  readonly trust: 'ca' | 'any';
  readonly oldest: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2';
  /** File with the certificate that it trusts. */
  readonly caFile: string;
}

function connectPlain(port: number): Socket {
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true });
}

export class LedgerConnection {
  #tls: string | null = null;
  readonly #socket: Socket;
  #pieces: Piece[] = [];
  #bytes = 0;
  #sentAt = performance.now();
  #lastAt = performance.now();
  #end: Heard['end'] = null;
  #endedAtMs: number | null = null;
  #waiting: (() => void)[] = [];

  constructor(port: number, tls: TlsClient | null = null) {
    this.#socket = tls === null ? connectPlain(port) : this.#connectTls(port, tls);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (bytes) => {
      this.#pieces.push({ atMs: this.#now(), bytes });
      this.#bytes += bytes.byteLength;
      this.#wake();
    });
    this.#socket.on('end', () => {
      // A reset right after a piece reads as an orderly end (libuv), but fails even an empty write.
      this.#socket.write(Buffer.alloc(0), (error) => {
        this.#endAs(error === null || error === undefined ? 'fin' : 'reset');
      });
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#tls ??= error.code ?? error.message;
      this.#endAs(error.code === 'ECONNREFUSED' ? 'refused' : 'reset');
    });
    this.#socket.on('close', () => {
      this.#endAs('fin');
    });
  }

  #connectTls(port: number, { trust, oldest, caFile }: TlsClient): Socket {
    const socket = connectTls({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: readFileSync(caFile),
      rejectUnauthorized: trust !== 'any',
      minVersion: oldest,
      ...(oldest !== 'TLSv1.2' && { ciphers: 'DEFAULT@SECLEVEL=0' }),
    });
    socket.on('secureConnect', () => {
      this.#tls = socket.getProtocol();
      this.#wake();
    });
    return socket;
  }

  /** Forgets what came before: it belongs to an earlier answer. */
  send(bytes: Uint8Array): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#sentAt = performance.now();
    this.#lastAt = this.#sentAt;
    if (this.#end === null) this.#socket.write(bytes);
  }

  get heard(): Heard {
    return {
      pieces: this.#pieces,
      tls: this.#tls,
      bytes: this.#bytes,
      end: this.#end,
      endedAtMs: this.#endedAtMs,
      quietMs: performance.now() - this.#lastAt,
    };
  }

  /** Resolves at the next sign of life, after `ms` at the latest. */
  async next(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  leave(): void {
    this.#socket.destroy();
  }

  #now(): number {
    return performance.now() - this.#sentAt;
  }

  #endAs(end: 'fin' | 'reset' | 'refused'): void {
    // A reset may follow what looked like an orderly end.
    if (this.#end !== null && !(this.#end === 'fin' && end === 'reset')) return;
    this.#end = end;
    this.#endedAtMs ??= this.#now();
    this.#wake();
  }

  #wake(): void {
    this.#lastAt = performance.now();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
