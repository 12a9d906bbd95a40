/** What selections do to the catalogue: which lists change with them, and whether their targets are in it. */
import type { LoadedScenario } from './scenario/contract.js';
import { targetOf } from './scenario/define-scenario.js';
import { findTargetHints } from './scenario/target-hints.js';
import type { Selection } from './sessions/session.js';
import { changedLists } from './upstream/changed-lists.js';
import type { ServerPlan } from './upstream/plan.js';
import type { Upstream } from './upstream/upstream.js';

export class SelectedCatalogues {
  constructor(
    private readonly upstream: Pick<Upstream, 'plan' | 'notify'>,
    private readonly scenarios: ReadonlyMap<string, LoadedScenario>,
  ) {}

  /** Tells listeners which lists the next session will see changed. */
  announceChange(workspace: string, before: Selection, after: Selection): void {
    const lists = changedLists(this.#planOf(before), this.#planOf(after));
    for (const list of lists) this.upstream.notify(workspace, list);
  }

  /** What is legal and most often a mistake, one sentence each. */
  hintsFor(selection: Selection): readonly string[] {
    const loaded = this.scenarios.get(selection.scenario);
    const on = loaded && targetOf(loaded.scenario, selection.params);
    return on === undefined ? [] : findTargetHints(on, this.#planOf(selection));
  }

  #planOf({ scenario, params }: Selection): ServerPlan {
    const plan = this.upstream.plan();
    try {
      this.scenarios.get(scenario)?.scenario.configureServer?.(plan, params);
    } catch {
      // A scenario that throws here shows it in its sessions, with its stack.
    }
    return plan;
  }
}
