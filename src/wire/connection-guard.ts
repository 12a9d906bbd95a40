/** Watches over connections whose client breaks the rules of HTTP: each is answered, bounded and closed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../exchange/answer.js';
import { toBytes } from './answer-bytes.js';
import { isTaken } from './node-connection.js';
import { plainAddress } from './node-wire.js';
import { rawHeader } from './raw-headers.js';
import { letRestPass, mayGoOn, REST_BYTES, REST_MS } from './rest-of-request.js';
import type { RefuseUnread, UnreadReason } from './unread-request.js';

export interface ClientError extends Error {
  readonly code?: string;
  readonly reason?: string;
  /** The bytes that the parser had before it when it gave up. */
  readonly rawPacket?: Uint8Array;
}

interface Newest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** As much of it as is worth a record. */
const REQUEST_LINE = /^([A-Z][A-Z-]{0,30}) ([!-~]{1,2000})/;
const REQUEST_LINE_BYTES = 2_048;

export class ConnectionGuard {
  /** The newest request of each connection: it tells what an error on the connection is about. */
  readonly #newest = new WeakMap<Socket, Newest>();
  /** Connections whose parser has given up, with the bytes that came since. */
  readonly #broken = new WeakMap<Socket, number>();

  constructor(private readonly refuse: RefuseUnread) {}

  opened(socket: Socket): void {
    const closeAtOnce = socket.destroySoon.bind(socket);
    // Node closes so after an answer with `Connection: close`, whether or not the request has come whole.
    socket.destroySoon = () => {
      const incoming = this.#newest.get(socket)?.incoming;
      if (incoming === undefined || incoming.complete) {
        closeAtOnce();
        return;
      }
      socket.end();
      letRestPass(incoming, socket);
    };
  }

  began(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    this.#newest.set(socket, { incoming, outgoing });
    // After a request with Upgrade, Node's parser is silent about errors on that connection.
    if (rawHeader(incoming.rawHeaders, 'upgrade') !== null) outgoing.shouldKeepAlive = false;
    if (!mayGoOn(incoming)) return;
    outgoing.once('prefinish', () => {
      if (!incoming.complete) letRestPass(incoming, socket);
    });
  }

  /** Whether anything came on it that could be a request. */
  hasHeard(socket: Socket): boolean {
    return this.#newest.has(socket) || this.#broken.has(socket);
  }

  /** Node's `clientError`: the parser gave up, the request took too long, or the connection broke. */
  failed(error: ClientError, socket: Socket): void {
    const since = this.#broken.get(socket);
    if (since !== undefined) {
      // The parser gives up again at everything that still comes.
      const bytes = since + (error.rawPacket?.byteLength ?? 0);
      this.#broken.set(socket, bytes);
      if (bytes > REST_BYTES) socket.destroy();
      return;
    }
    const { code = '' } = error;
    const isNothingAsked = code === TIMEOUT && socket.bytesRead === 0;
    if (isNothingAsked || !(code === TIMEOUT || code.startsWith('HPE_'))) {
      socket.destroy();
      return;
    }
    this.#broken.set(socket, 0);
    const newest = this.#newest.get(socket);
    if (newest === undefined || newest.incoming.complete) this.#refuseHead(error, socket, newest);
    else failBody(error, socket, newest);
  }

  #refuseHead(error: ClientError, socket: Socket, newest: Newest | undefined): void {
    const answerIsDue = newest !== undefined && !newest.outgoing.destroyed;
    // The bytes begin with another request where one is being answered.
    const line = answerIsDue ? null : requestLine(error.rawPacket);
    const answer = this.refuse({
      reason: reasonOf(error),
      detail: [error.reason ?? error.message, error.code].join(', '),
      verb: line?.verb ?? null,
      path: line?.path ?? null,
      headers: [],
      remote: plainAddress(socket.remoteAddress),
    });
    if (answerIsDue) newest.outgoing.once('close', () => answerLast(answer, socket));
    else answerLast(answer, socket);
  }
}

/** The last words on a connection. */
export function answerLast(answer: Answer, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), REST_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.end(toBytes(answer));
}

/** The exchange itself answers, since it waits for its body; Node's own way would take the socket from under it. */
function failBody(error: ClientError, socket: Socket, { incoming, outgoing }: Newest): void {
  // Of a request that was answered by hand before its body had come, nobody reads the rest.
  if (outgoing.writableFinished || outgoing.destroyed || isTaken(incoming)) {
    socket.destroy();
    return;
  }
  if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
  failReaders(incoming, error);
  outgoing.once('close', () => {
    if (incoming.destroyed || outgoing.shouldKeepAlive) socket.destroy();
  });
}

/** Tells whoever reads a body that it is broken, also who has yet to begin. */
function failReaders(incoming: IncomingMessage, error: ClientError): void {
  const fail = (): void => {
    // Without anybody who listens, it would be thrown.
    if (incoming.listenerCount('error') > 0) incoming.emit('error', error);
  };
  if (incoming.listenerCount('error') > 0) {
    fail();
    return;
  }
  const failLate = (event: string | symbol): void => {
    if (event !== 'error') return;
    incoming.off('newListener', failLate);
    queueMicrotask(fail);
  };
  incoming.on('newListener', failLate);
}

function reasonOf({ code }: ClientError): UnreadReason {
  if (code === TIMEOUT) return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_http';
}

function requestLine(packet: Uint8Array | undefined): { verb: string; path: string } | null {
  if (packet === undefined) return null;
  const start = Buffer.from(
    packet.buffer,
    packet.byteOffset,
    Math.min(packet.byteLength, REQUEST_LINE_BYTES),
  );
  const [, verb, path] = REQUEST_LINE.exec(start.toString('latin1')) ?? [];
  return verb === undefined || path === undefined ? null : { verb, path };
}
