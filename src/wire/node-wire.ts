/** The one adapter that knows Node's sockets, and the stand-in without one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderLines } from '../exchange/message.js';
import { type BodyRead, readBody } from '../exchange/read-body.js';
import { readIncoming } from './read-incoming.js';
import { takeConnection } from './node-connection.js';
import { isSecure } from './raw-socket.js';
import { awaitTurn } from './turns.js';
import type { RawConnection, Wire } from './wire.js';

/** What `@hono/node-server` hands over as `c.env`; nothing of it under `app.request()`. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export function wireOf(env: NodeBindings | undefined, request: Request): Wire {
  const { incoming, outgoing } = env ?? {};
  if (incoming === undefined || outgoing === undefined) return inProcessWire(request);
  return new NodeWire(incoming, outgoing);
}

export class NodeWire implements Wire {
  readonly verb: string;
  readonly isSecure: boolean;
  readonly remote: string;
  readonly connection: object;
  readonly path: string;
  readonly authority: string | null;
  readonly headers: HeaderLines;
  #continueAfterMs = 0;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
    /** The client waits for `100 Continue` with its body, and has not been told to go on. */
    private readonly awaitsContinue = false,
  ) {
    this.verb = incoming.method ?? '';
    this.isSecure = isSecure(incoming.socket);
    this.remote = plainAddress(incoming.socket.remoteAddress);
    this.connection = incoming.socket;
    const { url = '/' } = incoming;
    this.path = pathOf(url);
    this.authority = authorityOf(url);
    this.headers = pairs(incoming.rawHeaders);
  }

  readBody(maxBytes: number): Promise<BodyRead> {
    return readIncoming(this.incoming, maxBytes, () => {
      if (this.awaitsContinue) this.#tellToGoOn();
    });
  }

  withholdContinue(ms: number): void {
    this.#continueAfterMs = ms;
  }

  #tellToGoOn(): void {
    const { incoming, outgoing } = this;
    const ms = this.#continueAfterMs;
    if (ms === 0) outgoing.writeContinue();
    if (ms === 0 || ms === Infinity) return;
    const timer = setTimeout(() => outgoing.writeContinue(), ms);
    const stop = (): void => clearTimeout(timer);
    incoming.once('end', stop);
    outgoing.once('close', stop);
  }

  onEnd(listener: (how: 'sent' | 'gone') => void): void {
    const { outgoing } = this;
    // A client that left before the answer has already fired `close`.
    if (outgoing.destroyed) {
      listener('gone');
      return;
    }
    let ended = false;
    if (outgoing.socket === null) {
      // Should the connection close before its turn has come, `outgoing` would never hear of it.
      awaitTurn(this.incoming.socket, outgoing, (how) => {
        if (how === 'came' || ended) return;
        ended = true;
        listener('gone');
      });
    }
    // Each comes once at most: `on` does without the wrapper of `once`.
    outgoing.on('finish', () => {
      if (!ended) listener('sent');
      ended = true;
    });
    outgoing.on('close', () => {
      if (!ended) listener('gone');
      ended = true;
    });
  }

  cut(): boolean {
    this.incoming.socket.destroy();
    return true;
  }

  take(): RawConnection {
    return takeConnection(this.incoming, this.outgoing);
  }
}

function inProcessWire(request: Request): Wire {
  return {
    verb: request.method,
    isSecure: request.url.startsWith('https:'),
    remote: 'in-process',
    connection: null,
    path: pathOf(request.url),
    authority: null,
    // The platform adds Host only when a request goes over a socket.
    withholdContinue() {
      // Without a socket nobody waits.
    },
    headers: request.headers.has('host')
      ? [...request.headers]
      : [['host', new URL(request.url).host], ...request.headers],
    readBody: (maxBytes) => readBody(request, maxBytes),
    onEnd() {
      // There is no socket whose end could be seen.
    },
    cut: () => false,
    take: () => null,
  };
}

/** Path and query of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const start = target.indexOf('/', target.indexOf('//') + 2);
  return start === -1 ? '/' : target.slice(start);
}

function authorityOf(target: string): string | null {
  if (target.startsWith('/')) return null;
  return /^[^/?#]*:\/\/([^/?#]*)/.exec(target)?.[1] ?? '';
}

export function pairs(flat: readonly string[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    lines.push([flat[index] ?? '', flat[index + 1] ?? '']);
  }
  return lines;
}

/** An IPv4 peer of a dual-stack socket reads `::ffff:127.0.0.1`. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
