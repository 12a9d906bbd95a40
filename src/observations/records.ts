/** Reads the record of a workspace: what is stored, and what is not stored yet. */
import { KitchenError } from '../errors.js';
import { storing } from '../storing.js';
import type { ObservationFilter, Store } from '../store/store.js';
import { fitsFilter } from './fits-filter.js';
import type { Observation, ObservationSummary } from './observation.js';
import type { Recorder } from './recorder.js';
import { summarize } from './summarize.js';
import type { RecordWriter } from './writer.js';

export interface RecordsParts {
  readonly store: Store;
  readonly writer: RecordWriter;
  readonly recorder: Recorder;
}

/** Of workspaces that are there; whoever asks has made sure. */
export class Records {
  readonly #parts: RecordsParts;

  constructor(parts: RecordsParts) {
    this.#parts = parts;
  }

  observations(workspace: string, filter: ObservationFilter): readonly Observation[] {
    const stored = this.#parts.store.observations(workspace, filter);
    return this.#withUnstored(workspace, filter, stored, (observation) => observation);
  }

  summaries(workspace: string, filter: ObservationFilter): readonly ObservationSummary[] {
    const stored = this.#parts.store.summaries(workspace, filter);
    return this.#withUnstored(workspace, filter, stored, summarize);
  }

  /** @throws KitchenError where there is none of that number */
  observation(workspace: string, number: number): Observation {
    const { recorder, store } = this.#parts;
    const [unstored] = recorder.unstored(workspace, { above: number - 1, below: number + 1 });
    const found = unstored ?? store.observation(workspace, number);
    if (found === null) {
      throw new KitchenError(
        'not_found',
        `The workspace ${workspace} has no observation ${String(number)}: it never had one, or it was pruned.`,
      );
    }
    return found;
  }

  /** @throws KitchenError where the store takes nothing */
  clear(workspace: string): void {
    storing(() => {
      this.#parts.store.clearObservations(workspace);
    });
    this.#parts.recorder.settle();
    this.#parts.writer.forgetObservations(workspace);
  }

  /** A page of the store together with what is not in it yet. */
  #withUnstored<T extends ObservationSummary>(
    workspace: string,
    filter: ObservationFilter,
    stored: readonly T[],
    toItem: (observation: Observation) => T,
  ): readonly T[] {
    const { before, after, limit } = filter;
    const descending = after === undefined;
    const end = stored.length < limit ? undefined : stored.at(-1)?.number;
    const range = descending
      ? { above: end, below: before, descending }
      : { above: after, below: end };
    const fitting: T[] = [];
    for (const observation of this.#parts.recorder.unstored(workspace, range)) {
      if (!fitsFilter(observation, filter)) continue;
      fitting.push(toItem(observation));
      if (fitting.length === limit) break;
    }
    if (fitting.length === 0) return stored;
    return [...stored, ...fitting]
      .toSorted((a, b) => (descending ? b.number - a.number : a.number - b.number))
      .slice(0, limit);
  }
}
