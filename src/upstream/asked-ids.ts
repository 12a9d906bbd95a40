/** The requests that the healthy server has sent to the client of one session, until they are answered (2025 era). */
import type { RequestId } from '@modelcontextprotocol/server';

const MAX_KEPT = 1_000;

export class AskedIds {
  readonly #ids = new Set<RequestId>();
  /** Of what was forgotten nobody knows whether it was answered. The SDK counts its requests. */
  #forgottenUpTo: RequestId = -1;

  add(id: RequestId): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size <= MAX_KEPT || oldest === undefined) return;
    this.#ids.delete(oldest);
    this.#forgottenUpTo = oldest;
  }

  /** Whether a response to this request was due. */
  answer(id: RequestId): boolean {
    return this.#ids.delete(id) || id <= this.#forgottenUpTo;
  }
}
