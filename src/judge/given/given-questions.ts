/** Requests of ours on streams of the 2025 era, each until the client has posted its response. */
import type { Arrival } from '../../exchange/message.js';
import { isSameId } from '../../json/same-id.js';
import type { Finding } from '../../observations/observation.js';
import { quote } from '../request-rule.js';
import { own } from './fingerprint.js';
import { type Refusal, refusalOf } from './refusal.js';

interface Question {
  /** As its JSON token. */
  readonly id: string;
  isAnswered: boolean;
  /** The no to an elicitation that the response is. */
  refusal: Refusal | null;
  readonly waiting: Set<() => void>;
}

const MAX_QUESTIONS = 1_000;

export class GivenQuestions {
  readonly #questions: Question[] = [];
  #count = 0;

  /** An id that no other request of the session has. */
  nextId(): string {
    this.#count += 1;
    return `ask-${String(this.#count)}`;
  }

  /** A request goes out, so that its response can be told from one to nothing. */
  ask(id: string | number): void {
    const token = JSON.stringify(id);
    this.#questions.push({ id: token, isAnswered: false, refusal: null, waiting: new Set() });
    if (this.#questions.length > MAX_QUESTIONS) this.#questions.shift();
  }

  /** Calls back at once where the newest request of this id is answered, otherwise when it is; returns what calls that off. */
  whenAnswered(id: string | number, callback: () => void): () => void {
    const question = this.#find(JSON.stringify(id));
    if (question === undefined || question.isAnswered) {
      callback();
      return () => undefined;
    }
    question.waiting.add(callback);
    return () => {
      question.waiting.delete(callback);
    };
  }

  /** The no of the first of these elicitations that was answered by one. */
  refusal(ids: readonly string[]): Refusal | null {
    for (const id of ids) {
      const refusal = this.#find(JSON.stringify(id))?.refusal ?? null;
      if (refusal !== null) return refusal;
    }
    return null;
  }

  judge({ rpc, json }: Arrival): readonly Finding[] {
    if (this.#questions.length === 0) return [];
    const question = rpc.idToken === null ? undefined : this.#find(rpc.idToken);
    if (question === undefined) {
      // The healthy server counts its own requests, and knows best which of them are answered.
      if (/^\d+$/.test(rpc.idToken ?? '')) return [];
      const text = `The response has the id ${rpc.idToken === null ? 'of nothing' : quote(rpc.idToken)}, which is that of no request of this server.`;
      return [{ rule: 'C-BASE-02', level: 'must', text }];
    }
    const wasAnswered = question.isAnswered;
    question.isAnswered = true;
    if (!wasAnswered) question.refusal = refusalOf(own(json, 'result'));
    for (const callback of question.waiting) callback();
    question.waiting.clear();
    return wasAnswered
      ? [
          {
            rule: 'C-BASE-02',
            level: 'must',
            text: `The request ${question.id} was answered before.`,
          },
        ]
      : [];
  }

  #find(id: string): Question | undefined {
    return this.#questions.findLast((question) => isSameId(question.id, id));
  }
}
