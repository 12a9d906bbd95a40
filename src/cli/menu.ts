/** The scenarios of the running kitchen, or the built-in ones where none runs. */
import { type AdminClient, AdminClientError } from '../admin/client.js';
import { type ScenarioView, viewScenario } from '../admin/scenario-view.js';
import { nearest } from '../nearest.js';
import { commandLine } from './command-line.js';
import { CommandError, EXIT } from './exit-codes.js';
import { note } from './output.js';

export async function readMenu(client: AdminClient, url: string): Promise<readonly ScenarioView[]> {
  try {
    return (await client.scenarios()).scenarios;
  } catch (error) {
    if (!(error instanceof AdminClientError && error.status === null)) throw error;
    note(`No kitchen answers at ${url}; these are the built-in scenarios.`);
    const { loadScenarios } = await import('../scenario/load-scenarios.js');
    const { scenarios } = await loadScenarios();
    return [...scenarios.values()].map(viewScenario);
  }
}

export function pickScenario(menu: readonly ScenarioView[], id: string, url: string): ScenarioView {
  const found = menu.find((scenario) => scenario.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    menu.map((scenario) => scenario.id),
  );
  const hint =
    near === undefined ? `${commandLine('scenarios', url)} lists them.` : `Did you mean ${near}?`;
  throw new CommandError(`There is no scenario ${JSON.stringify(id)}. ${hint}`, EXIT.failed);
}
