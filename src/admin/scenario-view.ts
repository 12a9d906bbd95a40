/** A scenario as the admin API shows it: its params as JSON Schema instead of code. */
import { KitchenError } from '../errors.js';
import { nearest } from '../nearest.js';
import type { LoadedScenario, ScenarioGroup } from '../scenario/contract.js';
import { paramsSchema } from '../scenario/params-schema.js';

export interface ScenarioView {
  readonly id: string;
  readonly title: string;
  readonly group: ScenarioGroup;
  readonly summary: string;
  /** JSON Schema (2020-12) of what may be given as `params`. */
  readonly paramsSchema: Readonly<Record<string, unknown>>;
  readonly example: Readonly<Record<string, unknown>>;
  /** Markdown: what happens, and what a correct client does. */
  readonly lesson: string;
  /** Absolute path of the file. */
  readonly source: string;
}

export function viewScenario({ scenario, source }: LoadedScenario): ScenarioView {
  const { id, title, group, summary, example, lesson } = scenario;
  return {
    id,
    title,
    group,
    summary,
    paramsSchema: paramsSchema(scenario),
    example,
    lesson,
    source,
  };
}

export function findScenario(scenarios: readonly LoadedScenario[], id: string): LoadedScenario {
  const found = scenarios.find(({ scenario }) => scenario.id === id);
  if (found !== undefined) return found;
  const ids = scenarios.map(({ scenario }) => scenario.id);
  const meant = nearest(id, ids);
  const hint = meant === undefined ? `these exist: ${ids.join(', ')}` : `did you mean "${meant}"?`;
  throw new KitchenError('not_found', `There is no scenario "${id}"; ${hint}`);
}
