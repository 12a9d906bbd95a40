/**
 * What is open now, in the order in which it was opened. Not a `Set`, whose outgrown tables hold on to each other: once one
 * of them is old, each thing that comes and goes lives until the next large garbage collection.
 */

interface Link<T> {
  readonly item: T;
  before: Link<T> | null;
  after: Link<T> | null;
  isIn: boolean;
}

export class OpenList<T> implements Iterable<T> {
  #first: Link<T> | null = null;
  #last: Link<T> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns what takes it out again. */
  add(item: T): () => void {
    const link: Link<T> = { item, before: this.#last, after: null, isIn: true };
    if (this.#last === null) this.#first = link;
    else this.#last.after = link;
    this.#last = link;
    this.#size += 1;
    return () => this.#takeOut(link);
  }

  /** What is in now; what is taken out meanwhile is passed over. */
  *[Symbol.iterator](): Iterator<T> {
    const links: Link<T>[] = [];
    for (let link = this.#first; link !== null; link = link.after) links.push(link);
    for (const link of links) if (link.isIn) yield link.item;
  }

  #takeOut(link: Link<T>): void {
    if (!link.isIn) return;
    const { before, after } = link;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    link.isIn = false;
    // Or it would hold on to all that came later.
    link.before = null;
    link.after = null;
    this.#size -= 1;
  }
}
