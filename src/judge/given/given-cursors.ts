/** The cursors that were given for pages of lists (server/utilities/pagination#implementation-guidelines). */
import type { RpcMessage } from '../../exchange/message.js';
import type { Finding } from '../../observations/observation.js';
import { quote } from '../request-rule.js';
import { fingerprint, own } from './fingerprint.js';

/** Of one list; the oldest are forgotten. */
const MAX_CURSORS = 10_000;

export class GivenCursors {
  readonly #lists = new Map<string, Map<string, number>>();
  /** Lists whose last page said so by `null`. */
  readonly #endedByNull = new Set<string>();

  /**
   * A cursor that was given before leads where it led then: asking once more is answered as before.
   * @param page which page the cursor leads to, from 1
   */
  give(method: string, cursor: unknown, page: number): void {
    if (cursor === null) {
      this.#endedByNull.add(method);
      return;
    }
    let pages = this.#lists.get(method);
    if (pages === undefined) {
      pages = new Map();
      this.#lists.set(method, pages);
    }
    const key = fingerprint(cursor);
    const known = pages.get(key);
    pages.delete(key);
    pages.set(key, known ?? page);
    if (pages.size <= MAX_CURSORS) return;
    const [oldest] = pages.keys();
    if (oldest !== undefined) pages.delete(oldest);
  }

  /** Null for a cursor that was not given for this list. */
  pageOf(method: string, cursor: unknown): number | null {
    return this.#lists.get(method)?.get(fingerprint(cursor)) ?? null;
  }

  judge({ method, params }: Pick<RpcMessage, 'method' | 'params'>): readonly Finding[] {
    const cursor = own(params, 'cursor');
    if (method === null || cursor === undefined) return [];
    if (!this.#lists.has(method) && !this.#endedByNull.has(method)) return [];
    if (this.pageOf(method, cursor) !== null) return [];
    return [this.#findingOf(method, cursor)];
  }

  #findingOf(method: string, cursor: unknown): Finding {
    if (cursor === null && this.#endedByNull.has(method)) {
      return must('C-PAGE-07', 'A nextCursor of null is the end of the list, and no cursor.');
    }
    const key = fingerprint(cursor);
    const other = [...this.#lists].find(([list, pages]) => list !== method && pages.has(key));
    return other === undefined
      ? must(
          'C-PAGE-05',
          `The cursor ${quote(cursor)} is not one that this server gave for ${method}: it was changed, cut or made up.`,
        )
      : must('C-PAGE-04', `The cursor ${quote(cursor)} was given for ${other[0]}, not ${method}.`);
  }
}

function must(rule: string, text: string): Finding {
  return { rule, level: 'must', text };
}
