/**
 * Requests that came on a connection before the ones ahead of them were answered (RFC 9112, section 9.3.2). Their answers
 * wait for their turn, and so do the requests themselves where there are many: one client may not keep all others waiting.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are worked on before their turn has come. */
export const MAX_AHEAD = 100;

interface Held {
  readonly outgoing: ServerResponse;
  readonly begin: () => void;
}

class Line {
  /** One listener on the socket serves all that wait: there may be thousands. */
  readonly #onClose = new Set<() => void>();
  readonly #held: Held[] = [];
  #ahead = 0;

  constructor(private readonly socket: Socket) {
    socket.once('close', () => {
      for (const tell of this.#onClose) tell();
      // They came, and are recorded like any request whose client has left.
      for (const { begin } of this.#held.splice(0)) begin();
    });
  }

  awaitTurn(outgoing: ServerResponse, tell: (how: 'came' | 'gone') => void): void {
    const stop = (): void => {
      outgoing.off('socket', came);
      this.#onClose.delete(gone);
    };
    const came = (): void => {
      stop();
      tell('came');
    };
    const gone = (): void => {
      stop();
      tell('gone');
    };
    outgoing.on('socket', came);
    this.#onClose.add(gone);
  }

  enter(held: Held): void {
    if (this.socket.destroyed || this.#ahead < MAX_AHEAD) this.#begin(held);
    else this.#held.push(held);
  }

  #begin({ outgoing, begin }: Held): void {
    this.#ahead += 1;
    this.awaitTurn(outgoing, (how) => {
      this.#ahead -= 1;
      const next = how === 'came' ? this.#held.shift() : undefined;
      if (next !== undefined) this.#begin(next);
    });
    begin();
  }
}

const lines = new WeakMap<Socket, Line>();

/** Begins to work on a request, at once unless too many of its connection are being worked on ahead of their turn. */
export function enterLine(socket: Socket, outgoing: ServerResponse, begin: () => void): void {
  if (outgoing.socket === null) lineOf(socket).enter({ outgoing, begin });
  else begin();
}

/** Tells once: that the turn of an answer has come, or that its connection is gone before. */
export function awaitTurn(
  socket: Socket,
  outgoing: ServerResponse,
  tell: (how: 'came' | 'gone') => void,
): void {
  if (outgoing.socket !== null) tell('came');
  else if (socket.destroyed) tell('gone');
  else lineOf(socket).awaitTurn(outgoing, tell);
}

function lineOf(socket: Socket): Line {
  let line = lines.get(socket);
  if (line === undefined) {
    line = new Line(socket);
    lines.set(socket, line);
  }
  return line;
}
