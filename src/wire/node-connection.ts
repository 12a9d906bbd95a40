/** The socket behind a Node answer, used directly. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ending } from './carriage.js';
import { reset } from './raw-socket.js';
import { awaitTurn } from './turns.js';
import type { RawConnection } from './wire.js';

const taken = new WeakSet<IncomingMessage>();

/** Whether nobody but a fault decides about the connection of this request. */
export function isTaken(incoming: IncomingMessage): boolean {
  return taken.has(incoming);
}

/** Nothing of `outgoing` may have been sent, and nothing may be sent with it afterwards. */
export function takeConnection(incoming: IncomingMessage, outgoing: ServerResponse): RawConnection {
  const { socket } = incoming;
  taken.add(incoming);
  // Every piece is a segment of its own, as it was asked for.
  socket.setNoDelay(true);
  return {
    turn: () =>
      new Promise((resolve) => {
        awaitTurn(socket, outgoing, () => resolve());
      }),
    write: (bytes) =>
      new Promise((resolve) => {
        if (socket.destroyed || !socket.writable) {
          resolve(false);
          return;
        }
        socket.write(bytes, (error) => {
          resolve(error === null || error === undefined);
        });
      }),
    end(how: Ending) {
      switch (how) {
        case 'reset':
          reset(socket);
          break;
        case 'fin':
          closeSoon(incoming, outgoing);
          break;
        case 'half_close':
          socket.end();
          break;
        case 'keep':
          // What Node does when an answer of its own is out: the next request of this connection gets its turn.
          if (outgoing.shouldKeepAlive) outgoing.emit('finish');
          else closeSoon(incoming, outgoing);
          break;
        case 'stall':
          break;
      }
    },
  };
}

/** Closes as a server does: FIN first, so that what was sent is still read; the socket goes with the client's FIN. */
function closeSoon({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false;
  socket.destroySoon();
}
