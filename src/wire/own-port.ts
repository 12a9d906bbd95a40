/** A port for one session alone: it can be closed and opened again without harm to anybody else. */
import { createServer, type Server, Socket } from 'node:net';
import type { Clock } from '../clock.js';
import { bind } from './listen.js';
import { rawSocketOf, reset } from './raw-socket.js';

/** What new connections meet. */
export type PortFault = 'refuse' | 'silent' | 'close' | 'reset';

export interface Disturbance {
  readonly how: PortFault;
  readonly ms: number;
}

export interface OwnPortOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly clock: Clock;
  /** Takes over a connection, which is paused. */
  readonly accept: (socket: Socket) => void;
  /** Told where the port could not be opened again yet. */
  readonly onTaken: (port: number) => void;
}

/** Somebody else has taken the port meanwhile: it is tried again. */
const RETRY_MS = 50;

/** As an HTTP server takes its connections: a client that has said all still hears the answer. */
const SETTINGS = { pauseOnConnect: true, allowHalfOpen: true };

export class OwnPort {
  readonly #sockets = new Set<Socket>();
  readonly #silent = new Set<Socket>();
  #server: Server | null = null;
  #fault: PortFault | null = null;
  #cancel: () => void = () => undefined;
  #closed = false;

  private constructor(
    readonly port: number,
    private readonly options: OwnPortOptions,
  ) {}

  /** Rejects with Node's own error, say `EADDRINUSE`. */
  static async open(options: OwnPortOptions): Promise<OwnPort> {
    const probe = createServer(SETTINGS);
    const port = await bind(probe, options);
    const own = new OwnPort(port, options);
    own.#take(probe);
    return own;
  }

  /** New connections meet this for a while; what came before is over. */
  disturb({ how, ms }: Disturbance): void {
    if (this.#closed) return;
    this.#cancel();
    this.#fault = how;
    if (how === 'refuse') this.#stopListening();
    else this.#listen();
    this.#cancel = this.options.clock.after(ms, () => this.#heal());
  }

  /** @param except the connection that goes on */
  cutOpen(except: object | null): void {
    const kept = except instanceof Socket ? rawSocketOf(except) : null;
    for (const socket of this.#sockets) if (socket !== kept) reset(socket);
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#stopListening();
    for (const socket of this.#sockets) socket.destroy();
  }

  #heal(): void {
    // Nobody reads what they say, so nobody would hear that they have left.
    if (this.#fault === 'silent') for (const socket of this.#silent) socket.destroy();
    this.#fault = null;
    this.#listen();
  }

  #listen(): void {
    if (this.#server !== null || this.#closed) return;
    const server = createServer(SETTINGS);
    this.#take(server);
    bind(server, { ...this.options, port: this.port }).then(
      () => {
        // It was to close again before it had opened.
        if (this.#server !== server) server.close();
      },
      () => {
        if (this.#server !== server) return;
        this.#server = null;
        this.options.onTaken(this.port);
        this.#cancel = this.options.clock.after(RETRY_MS, () => this.#listen());
      },
    );
  }

  #take(server: Server): void {
    this.#server = server;
    server.on('connection', (socket) => this.#accept(socket));
  }

  #stopListening(): void {
    this.#server?.close();
    this.#server = null;
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#silent.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    switch (this.#fault) {
      case 'silent':
        this.#silent.add(socket);
        break;
      case 'close':
        socket.end();
        socket.resume();
        break;
      case 'reset':
        reset(socket);
        break;
      default:
        this.options.accept(socket);
        socket.resume();
    }
  }
}
