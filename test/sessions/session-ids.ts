/** Which of the kitchen's sessions is which of the model's. */
import assert from 'node:assert/strict';
import type { ModelSession } from './model-words.js';

export class SessionIds {
  readonly #ids = new Map<ModelSession, string>();

  /** A session that the model has just begun is one that nobody has seen; any other is the one it was before. */
  meet(session: ModelSession, id: string | null): void {
    const known = this.#ids.get(session);
    if (known === undefined) {
      const isNew = id !== null && ![...this.#ids.values()].includes(id);
      assert(isNew, `a new session begins, not ${String(id)}`);
      this.#ids.set(session, id);
    } else {
      assert.equal(id, known, 'the session goes on');
    }
  }

  of(session: ModelSession): string {
    return this.#ids.get(session) ?? '';
  }
}
