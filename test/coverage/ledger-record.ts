/** What the kitchen recorded of the requests that an entry sent. */
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Observation, ObservationSummary } from '../../src/observations/observation.js';
import type { See } from './ledger-format.js';
import { at, differences } from './ledger-match.js';

const PATIENCE_MS = 5_000;

/** The nth request to an address. */
export interface Counted {
  readonly path: string;
  readonly number: number;
}

/** Whether anything is said about the record. */
export function isTold(see: See): boolean {
  const { outcome, errorCode, findings, record } = see;
  const isNamed = Object.hasOwn(see, 'fault') || typeof outcome === 'string';
  return isNamed || errorCode !== undefined || findings !== undefined || record !== undefined;
}

export class LedgerRecord {
  /** The newest observation before the first request. */
  readonly #before: number;

  constructor(private readonly kitchen: Kitchen) {
    this.#before = kitchen.service.summaries('default', { limit: 1 })[0]?.number ?? 0;
  }

  /** What does not fit, one sentence each. */
  async unseen(see: See, exchange: Counted): Promise<readonly string[]> {
    if (!isTold(see)) return [];
    const { findings } = see;
    const record = await this.#find(exchange);
    if (record === null) return [`Nothing is recorded of request ${String(exchange.number)}`];
    const problems: string[] = [];
    if (typeof see.outcome === 'string') {
      problems.push(...differences('The outcome', record.outcome, see.outcome));
    }
    if (Object.hasOwn(see, 'fault')) {
      problems.push(...differences('The fault', record.fault?.kind ?? null, see.fault));
    }
    if (see.errorCode !== undefined) {
      problems.push(...differences('The error code', record.errorCode, see.errorCode));
    }
    if (findings !== undefined) {
      const rules = record.findings.map(({ rule }) => rule);
      problems.push(...differences('The broken rules', rules, findings));
    }
    for (const [pointer, wanted] of Object.entries(see.record ?? {})) {
      problems.push(...differences(`In the record ${pointer}`, at(record, pointer), wanted));
    }
    return problems;
  }

  async #find({ path, number }: Counted): Promise<Observation | null> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = this.#summaries(path)[number - 1];
      if (found?.state === 'finished') {
        return this.kitchen.service.observation('default', found.number);
      }
      if (performance.now() > deadline) return null;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Of all that was sent to an address, in the order of arrival. */
  #summaries(path: string): readonly ObservationSummary[] {
    const mine: ObservationSummary[] = [];
    let after = this.#before;
    for (;;) {
      const page = this.kitchen.service.summaries('default', { after, limit: 500 });
      mine.push(...page.filter(({ http }) => http.path.split('?')[0] === path));
      const last = page.at(-1);
      if (last === undefined || page.length < 500) return mine;
      after = last.number;
    }
  }
}
