/** Collects the chunks of a body as long as they stay within a bound. */

const EMPTY = new Uint8Array(0);

export class BoundedBytes {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #overflowed = false;

  /** @param limit bytes that are kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True once more came than the limit; what had been collected is dropped then. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  push(chunk: Uint8Array): void {
    if (this.#overflowed) return;
    this.#size += chunk.byteLength;
    if (this.#size > this.#limit) {
      this.#overflowed = true;
      this.#chunks = [];
      return;
    }
    this.#chunks.push(chunk);
  }

  bytes(): Uint8Array {
    const [first = EMPTY] = this.#chunks;
    return this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks);
  }
}
