/** Ports beside the one that all share: of single sessions, with TLS, and a second origin for redirects. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.js';
import type { McpAddress } from '../exchange/message.js';
import type { Log } from '../log.js';
import { Certificates } from './certificates.js';
import { createHttpServer, type Handlers, type HttpServerOptions } from './http-server.js';
import { plainAddress } from './node-wire.js';
import { OwnPort } from './own-port.js';
import type { TellAttempt } from './tls-attempts.js';
import { type TlsProfile, tlsProfile } from './tls-profiles.js';

export interface PortsParts extends HttpServerOptions {
  readonly handlers: Handlers;
  /** The port that all sessions share. */
  mainPort(): number;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a port of its own is ordered. */
export interface OwnPortChoice {
  /** How long connections are refused at first, in milliseconds. Default 0. */
  readonly opensAfterMs?: number | undefined;
  /** TLS with this fault, `right` for none. Default: no TLS. */
  readonly tls?: TlsProfile | undefined;
}

export interface OpenedPort {
  readonly port: OwnPort;
  readonly scheme: 'http' | 'https';
  /** File with the certificate of the authority that clients must trust; null without TLS. */
  readonly caFile: string | null;
}

type Accept = (socket: Socket) => void;

export class Ports {
  readonly #certificates: Certificates;
  readonly #servers: Server[] = [];
  readonly #accepts = new Map<TlsProfile | 'http', Promise<Accept>>();
  readonly #bySession = new Map<string, OwnPort>();
  /** The address of the port that a connection came to, where it has only one. */
  readonly #addresses = new WeakMap<Socket, McpAddress>();
  readonly #others: OwnPort[] = [];
  #second: Promise<OwnPort> | undefined;
  #closed = false;

  constructor(private readonly parts: PortsParts) {
    this.#certificates = new Certificates(parts.host);
  }

  /** The port of the session at an address; null where it has none. */
  of(address: McpAddress): OwnPort | null {
    return this.#bySession.get(nameOf(address)) ?? null;
  }

  /** Opens a port for the session at an address; whoever may not keep it closes it. */
  async open(address: McpAddress, { opensAfterMs = 0, tls }: OwnPortChoice): Promise<OpenedPort> {
    const port = await this.#open(tls ?? 'http', 0, address);
    if (opensAfterMs > 0) port.disturb({ how: 'refuse', ms: opensAfterMs });
    this.#bySession.set(nameOf(address), port);
    return this.#opened(port, tls);
  }

  close(address: McpAddress): void {
    this.of(address)?.close();
    this.#bySession.delete(nameOf(address));
  }

  /** A port with TLS that all sessions share. */
  async openShared(port: number, tls: TlsProfile): Promise<OpenedPort> {
    const opened = await this.#open(tls, port);
    this.#others.push(opened);
    return this.#opened(opened, tls);
  }

  mainPort(): number {
    return this.parts.mainPort();
  }

  /** A port that all sessions share, so that there is another origin; it is opened when it is first asked for. */
  async secondPort(): Promise<number> {
    this.#second ??= this.#open('http', 0).then((port) => {
      this.#others.push(port);
      return port;
    });
    return (await this.#second).port;
  }

  closeAll(): void {
    this.#closed = true;
    for (const port of [...this.#bySession.values(), ...this.#others]) port.close();
    // They do not listen by themselves, but they watch over what they were handed.
    for (const server of this.#servers) server.close(() => undefined);
    this.#certificates.close();
  }

  async #opened(port: OwnPort, tls: TlsProfile | undefined): Promise<OpenedPort> {
    return tls === undefined
      ? { port, scheme: 'http', caFile: null }
      : { port, scheme: 'https', caFile: await this.#certificates.authorityFile() };
  }

  async #open(what: TlsProfile | 'http', number: number, address?: McpAddress): Promise<OwnPort> {
    const { host, clock, log } = this.parts;
    let accept = this.#accepts.get(what);
    if (accept === undefined) {
      accept = this.#acceptFor(what);
      this.#accepts.set(what, accept);
    }
    const take = await accept;
    const port = await OwnPort.open({
      host,
      port: number,
      clock,
      accept: (socket) => {
        if (address !== undefined) this.#addresses.set(socket, address);
        take(socket);
      },
      onTaken: (taken) => {
        log({ level: 'warn', message: 'A port is taken, and is tried again', port: taken });
      },
    });
    if (this.#closed) port.close();
    return port;
  }

  async #acceptFor(what: TlsProfile | 'http'): Promise<Accept> {
    const { handlers, ...options } = this.parts;
    if (what === 'http' || tlsProfile(what).plain === true) {
      return this.#handTo(createHttpServer(handlers, options));
    }
    const tell = (socket: Socket): TellAttempt => this.#teller(what, socket);
    const { handshake } = tlsProfile(what);
    if (handshake !== undefined) {
      const { failHandshake } = await import('./tls-attempts.js');
      return (socket) => {
        failHandshake(handshake, socket, tell(socket));
      };
    }
    const { createTlsServer } = await import('./tls-server.js');
    const server = await createTlsServer(what, this.#certificates, handlers, options, tell);
    const accept = this.#handTo(server);
    return (socket) => {
      // Node's handshake does not notice the end of a connection that may be half open.
      socket.allowHalfOpen = false;
      accept(socket);
    };
  }

  /** Records a connection on which TLS failed. */
  #teller(profile: TlsProfile, socket: Socket): TellAttempt {
    // Once it is closed, it says no more about its client.
    const remote = plainAddress(socket.remoteAddress);
    return ({ error, closedBy }) => {
      if (this.#closed) return;
      this.parts.refuse({
        reason: 'tls_handshake',
        detail: error ?? '',
        verb: null,
        path: null,
        headers: [],
        remote,
        address: this.#addresses.get(socket),
        tls: { profile, error, closedBy },
      });
    };
  }

  #handTo(server: Server): Accept {
    this.#servers.push(server);
    // From now on it looks after requests that do not come whole in time.
    server.emit('listening');
    return (socket) => {
      server.emit('connection', socket);
    };
  }
}

function nameOf({ workspace, key }: McpAddress): string {
  return `${workspace}/${key ?? ''}`;
}
