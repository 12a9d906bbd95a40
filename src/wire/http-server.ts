/** A Node HTTP server in front of the handlers: it listens, or is handed its connections. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Answer } from '../exchange/answer.js';
import { answerLast, type ClientError, ConnectionGuard } from './connection-guard.js';
import { NodeWire, pairs, plainAddress } from './node-wire.js';
import { enterLine } from './turns.js';
import type { RefuseUnread, UnreadReason, UnreadRequest } from './unread-request.js';
import type { Wire } from './wire.js';
import { writeAnswer } from './write-answer.js';

/** Who answers what comes. */
export interface Handlers {
  /** Answers a request to an MCP address, with null where nothing more is to be sent; undefined for any other address. */
  answerMcp(wire: Wire): Promise<Answer | null> | undefined;
  /** Answers any request. */
  fetch(request: Request, env: object): Response | Promise<Response>;
  /** What is said to a request that could not be answered because of `error`; the log is told. */
  failed(error: unknown): Answer;
}

export interface HttpServerOptions {
  readonly host: string;
  /** Records and answers what never reaches a handler. */
  readonly refuse: RefuseUnread;
  /** Milliseconds that the head of a request may take. Default 60,000. */
  readonly headTimeoutMs?: number;
  /** Milliseconds that a whole request may take. Default 300,000. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds between two looks at both. Default 30,000. */
  readonly checkTimeoutsMs?: number;
}

export function createHttpServer(handlers: Handlers, options: HttpServerOptions): Server {
  const server = createServer(settingsOf(options));
  return handle(server, 'connection', handlers, options);
}

/** What every server of the kitchen is created with. */
export function settingsOf(options: Omit<HttpServerOptions, 'host' | 'refuse'>): ServerOptions {
  return {
    // A missing Host is refused by the front door, and recorded there.
    requireHostHeader: false,
    headersTimeout: options.headTimeoutMs ?? 60_000,
    requestTimeout: options.requestTimeoutMs ?? 300_000,
    connectionsCheckingInterval: options.checkTimeoutsMs ?? 30_000,
    keepAliveTimeout: 60_000,
  };
}

/** @param opened the event that says that HTTP can begin on a connection */
export function handle<S extends Server>(
  server: S,
  opened: 'connection' | 'secureConnection',
  handlers: Handlers,
  options: HttpServerOptions,
  guard = new ConnectionGuard(options.refuse),
): S {
  const { refuse } = options;
  server.on(opened, (socket: Socket) => {
    guard.opened(socket);
  });
  const answer = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    awaitsContinue: boolean,
  ): void => {
    const isPath = incoming.url?.startsWith('/') === true;
    const answering = isPath
      ? handlers.answerMcp(new NodeWire(incoming, outgoing, awaitsContinue))
      : undefined;
    const fail = (error: unknown): void => {
      if (outgoing.headersSent) outgoing.destroy();
      else writeAnswer(handlers.failed(error), outgoing);
    };
    if (answering === undefined) {
      if (awaitsContinue) outgoing.writeContinue();
      serveOther(incoming, outgoing, handlers, options).catch(fail);
      return;
    }
    answering.then((said) => {
      if (said !== null) writeAnswer(said, outgoing);
    }, fail);
  };
  const serve = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    awaitsContinue = false,
  ): void => {
    guard.began(incoming, outgoing);
    enterLine(incoming.socket, outgoing, () => {
      answer(incoming, outgoing, awaitsContinue);
    });
  };
  server.on('request', (incoming, outgoing) => {
    serve(incoming, outgoing);
  });
  // A client is told to go on when its body is about to be read; Node would do so at once.
  server.on('checkContinue', (incoming, outgoing) => {
    serve(incoming, outgoing, true);
  });
  // An expectation that nobody knows may be ignored (RFC 9110, section 10.1.1); Node would answer 417, unrecorded.
  server.on('checkExpectation', (incoming, outgoing) => {
    serve(incoming, outgoing);
  });
  server.on('connect', (incoming: IncomingMessage, socket) => {
    // Node has taken its hands off the socket.
    socket.on('error', () => socket.destroy());
    if (socket instanceof Socket) answerLast(refuse(unread(incoming, 'connect')), socket);
    else socket.destroy();
  });
  server.on('clientError', (error: ClientError, socket) => {
    if (socket instanceof Socket) guard.failed(error, socket);
    else socket.destroy();
  });
  return server;
}

/** Loads what all but MCP needs, so that it is there also when the process can open no more files. */
export async function prepareOthers(): Promise<void> {
  await import('@hono/node-server');
}

/** The detour over a `Request`. What it needs is not loaded before: MCP does without, and every start would wait for it. */
async function serveOther(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handlers: Handlers,
  { host, refuse }: HttpServerOptions,
): Promise<void> {
  const { getRequestListener, RequestError } = await import('@hono/node-server');
  const serve = getRequestListener((request, env) => handlers.fetch(request, env), {
    hostname: host,
    errorHandler: (error) => {
      const { status, headers, body } =
        error instanceof RequestError
          ? refuse(unread(incoming, reasonOf(incoming)))
          : handlers.failed(error);
      return new Response(body, { status, headers: Object.fromEntries(headers) });
    },
  });
  await serve(incoming, outgoing);
}

function unread(incoming: IncomingMessage, reason: UnreadReason): UnreadRequest {
  return {
    reason,
    detail: '',
    verb: incoming.method ?? null,
    path: incoming.url ?? null,
    headers: pairs(incoming.rawHeaders),
    remote: plainAddress(incoming.socket.remoteAddress),
  };
}

/** Why no URL can be made of a request: its target is no path, or else its Host is no host. */
function reasonOf({ url = '' }: IncomingMessage): UnreadReason {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/') && !path.includes('\\') ? 'bad_host' : 'bad_target';
}
