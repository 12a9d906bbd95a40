/** Carries changes to the `subscriptions/listen` streams of a workspace, or to those of one of its sessions alone. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';

interface Subscriber {
  readonly session: string | undefined;
  readonly listener: (event: ServerEvent) => void;
}

export class SessionBus implements ServerEventBus {
  readonly #subscribers = new Set<Subscriber>();
  // The SDK subscribes somewhere inside the call that opens a stream, and does not say for which.
  readonly #opening = new AsyncLocalStorage<string>();

  /** Runs what opens a stream of this session. */
  openFor<Result>(session: string, open: () => Result): Result {
    return this.#opening.run(session, open);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const subscriber: Subscriber = { session: this.#opening.getStore(), listener };
    this.#subscribers.add(subscriber);
    return () => {
      this.#subscribers.delete(subscriber);
    };
  }

  publish(event: ServerEvent): void {
    this.#send(event, () => true);
  }

  publishTo(session: string, event: ServerEvent): void {
    this.#send(event, (subscriber) => subscriber.session === session);
  }

  #send(event: ServerEvent, isMeant: (subscriber: Subscriber) => boolean): void {
    for (const subscriber of this.#subscribers) {
      if (!isMeant(subscriber)) continue;
      try {
        subscriber.listener(event);
      } catch {
        // A stream that is closing: the others still hear of it.
      }
    }
  }
}
