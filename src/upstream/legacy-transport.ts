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
  /** The message to send in place of this one, which belongs to a request of the client. */
  outgoing(message: JSONRPCMessage, request: RequestId): JSONRPCMessage;
  /** It is on its way. */
  sent(message: JSONRPCMessage, request: RequestId): void;
  /** The client has called a request off. */
  cancelled(request: RequestId): void;
  /** The client has ended the session. */
  deleted(): void;
}

export class LegacyTransport extends WebStandardStreamableHTTPServerTransport {
  /** Null before `initialize` was answered. */
  protocolVersion: string | null = null;
  readonly #watcher: TransportWatcher;

  constructor(watcher: TransportWatcher, keepAliveMs: number) {
    super({
      sessionIdGenerator: () => randomBytes(24).toString('base64url'),
      eventStore: new BoundedEventStore(),
      keepAliveMs,
      onsessionclosed: () => {
        watcher.deleted();
      },
    });
    this.#watcher = watcher;
  }

  /** Called by the SDK's server with what it agreed on. */
  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  /** Called by the SDK's server once it listens. */
  override async start(): Promise<void> {
    await super.start();
    const deliver = this.onmessage;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a property of the SDK's transport, no event target
    this.onmessage = (message, extra) => {
      deliver?.(message, extra);
      const request = cancelledRequest(message);
      if (request === undefined) return;
      this.#watcher.cancelled(request);
      // No answer comes any more (2025-11-25, basic/utilities/cancellation), and a stream without one would stay open.
      this.closeSSEStream(request);
    };
  }

  override async send(
    message: JSONRPCMessage,
    options?: { relatedRequestId?: RequestId },
  ): Promise<void> {
    const request = answeredRequest(message) ?? options?.relatedRequestId;
    if (request === undefined) {
      await super.send(message, options);
      return;
    }
    await super.send(this.#watcher.outgoing(message, request), options);
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
