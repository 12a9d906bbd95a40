/** Replaces parts of a text found from left to right, and gives back the same string where there are none. */

export class RangeReplacer {
  readonly #text: string;
  #done = '';
  #copied = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Ranges come in order and do not overlap. */
  replace(start: number, end: number, replacement: string): void {
    this.#done += this.#text.slice(this.#copied, start) + replacement;
    this.#copied = end;
  }

  toString(): string {
    return this.#copied === 0 ? this.#text : this.#done + this.#text.slice(this.#copied);
  }
}
