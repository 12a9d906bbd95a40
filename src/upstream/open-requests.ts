/** The requests of one session of the 2025 era that have no answer yet, and whether a client still waits for it. */
import type { RequestId } from '@modelcontextprotocol/server';
import type { Serving } from './serving.js';
import type { UpstreamCall } from './upstream.js';

interface OpenRequest {
  readonly serving: Serving;
  /** Called at the first word about it, and when there will be none. */
  readonly heard: () => void;
  readonly way: Way;
}

/** How what is said about the requests of one POST gets to the client. */
interface Way {
  /** The POST; later the GET that resumed its stream. */
  call: UpstreamCall;
  /** Undefined before anything was said. */
  stream: string | undefined;
}

/** Each holds up to 50 KiB, and a dialogue waits for an hour. */
export const MAX_OPEN = 200;

export class OpenRequests {
  /** Oldest first. */
  readonly #byId = new Map<RequestId, OpenRequest>();

  has(id: RequestId): boolean {
    return this.#byId.has(id);
  }

  servingOf(id: RequestId): Serving | undefined {
    return this.#byId.get(id)?.serving;
  }

  /**
   * Opens the requests of one POST.
   * @param heard called at the first word about any of them, and when there will be none
   * @returns takes those out again that are still open
   */
  add(
    servings: ReadonlyMap<RequestId, Serving>,
    call: UpstreamCall,
    heard: () => void,
  ): () => void {
    const way: Way = { call, stream: undefined };
    const opened = [...servings].map(([id, serving]) => [id, { serving, heard, way }] as const);
    for (const [id, open] of opened) this.#byId.set(id, open);
    return () => {
      for (const [id, open] of opened) if (this.#byId.get(id) === open) this.#byId.delete(id);
    };
  }

  /** There was a word about it. */
  heard(id: RequestId): void {
    this.#byId.get(id)?.heard();
  }

  /** It is answered, or will not be. */
  close(id: RequestId): void {
    this.heard(id);
    this.#byId.delete(id);
  }

  closeAll(): void {
    for (const id of this.#byId.keys()) this.close(id);
  }

  saidOn(stream: string, id: RequestId): void {
    const open = this.#byId.get(id);
    if (open !== undefined) open.way.stream = stream;
  }

  /** A client that had left is there again. */
  resumed(stream: string, call: UpstreamCall): void {
    for (const { way } of this.#byId.values()) if (way.stream === stream) way.call = call;
  }

  /** Those to give up, so that there is room for so many more: nobody waits for them. Null where that is not enough. */
  inTheWay(wanted: number): readonly RequestId[] | null {
    const excess = this.#byId.size + wanted - MAX_OPEN;
    if (excess <= 0) return [];
    const left: RequestId[] = [];
    for (const [id, { way }] of this.#byId) {
      if (way.call.isOver()) left.push(id);
      if (left.length === excess) return left;
    }
    return null;
  }
}
