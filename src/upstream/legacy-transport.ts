/** The SDK's transport of the 2025 era, open where it must be: what goes out is seen, and put right, message by message. */
import { randomBytes } from 'node:crypto';
import {
  isJSONRPCNotification,
  type JSONRPCMessage,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { BoundedEventStore } from './event-store.js';

export interface TransportWatcher {
  /** A request of our own goes out. */
  asked(id: RequestId): void;
  /** What is said about a request of the client goes out on this stream. */
  saidOn(stream: string, request: RequestId): void;
  /** The message to send in place of this one, which belongs to a request of the client. */
  outgoing(message: JSONRPCMessage, request: RequestId): JSONRPCMessage;
  /** It is on its way. */
  sent(message: JSONRPCMessage, request: RequestId): void;
  /** The client has called a request off. */
  cancelled(request: RequestId): void;
  /** The client has ended the session. */
  deleted(): void;
}

/** In the range that JSON-RPC leaves to servers. */
const GIVEN_UP = -32000;

export class LegacyTransport extends WebStandardStreamableHTTPServerTransport {
  /** Null before `initialize` was answered. */
  protocolVersion: string | null = null;
  readonly #watcher: TransportWatcher;
  readonly #events: BoundedEventStore;
  /** Which request of the client a message is about. */
  readonly #about = new WeakMap<JSONRPCMessage, RequestId>();
  #deliver: LegacyTransport['onmessage'];

  constructor(watcher: TransportWatcher, keepAliveMs: number) {
    const events = new BoundedEventStore((stream, message) => {
      const request = this.#about.get(message);
      if (request !== undefined) watcher.saidOn(stream, request);
    });
    super({
      sessionIdGenerator: () => randomBytes(24).toString('base64url'),
      eventStore: events,
      keepAliveMs,
      onsessionclosed: () => {
        watcher.deleted();
      },
    });
    this.#watcher = watcher;
    this.#events = events;
  }

  /** The stream on which an event was said; undefined for one that is not known, or not any more. */
  streamOf(eventId: string): Promise<string | undefined> {
    return this.#events.getStreamIdForEventId(eventId);
  }

  /** Whether this is the id of an event of this session, be it forgotten by now. */
  hasGiven(eventId: string): boolean {
    return this.#events.hasGiven(eventId);
  }

  /** Stops the work on a request whose client has left. Who resumes its stream hears why. */
  giveUp(request: RequestId, message: string): void {
    const params = { requestId: request, reason: message };
    this.#deliver?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    this.#callOff(request, { jsonrpc: '2.0', id: request, error: { code: GIVEN_UP, message } });
  }

  /** Called by the SDK's server with what it agreed on. */
  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  /** Called by the SDK's server once it listens. */
  override async start(): Promise<void> {
    await super.start();
    this.#deliver = this.onmessage;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a property of the SDK's transport, no event target
    this.onmessage = (message, extra) => {
      this.#deliver?.(message, extra);
      const request = cancelledRequest(message);
      if (request === undefined) return;
      const error = { code: GIVEN_UP, message: 'Cancelled' };
      const answer: JSONRPCMessage = { jsonrpc: '2.0', id: request, error };
      // No answer comes any more (2025-11-25, basic/utilities/cancellation).
      this.#events.silence(answer);
      this.#callOff(request, answer);
    };
  }

  #callOff(request: RequestId, answer: JSONRPCMessage): void {
    this.#watcher.cancelled(request);
    // Without an answer it would stay open.
    this.closeSSEStream(request);
    // The SDK forgets no request that is not answered; one that it does not know it refuses to answer.
    super.send(answer).catch(() => undefined);
  }

  override async send(
    message: JSONRPCMessage,
    options?: { relatedRequestId?: RequestId },
  ): Promise<void> {
    if ('method' in message && 'id' in message) this.#watcher.asked(message.id);
    const request = answeredRequest(message) ?? options?.relatedRequestId;
    if (request === undefined) {
      await super.send(message, options);
      return;
    }
    const outgoing = this.#watcher.outgoing(message, request);
    this.#about.set(outgoing, request);
    await super.send(outgoing, options);
    this.#watcher.sent(message, request);
  }
}

/** The request that a response of ours answers. */
function answeredRequest(message: JSONRPCMessage): RequestId | undefined {
  return 'method' in message ? undefined : message.id;
}

function cancelledRequest(message: JSONRPCMessage): RequestId | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') {
    return undefined;
  }
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
