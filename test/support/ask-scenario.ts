/** Asks a scenario for its fault as the kitchen would: params checked first, then the hook. */
import type { Exchange, Fault, Scenario } from 'mcp-fault-kitchen';
import { checkParams } from '../../src/scenario/check-params.js';

/** Params with defaults filled in; throws where they are refused. */
export function validParams(
  scenario: Scenario,
  input: unknown = {},
): Readonly<Record<string, unknown>> {
  const checked = checkParams(scenario, input);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.params;
}

/** Paths of what is refused; empty where nothing is. */
export function refusedPaths(scenario: Scenario, input: unknown): readonly string[] {
  const checked = checkParams(scenario, input);
  return checked.ok ? [] : checked.errors.map(({ path }) => path);
}

export async function chooseFault(
  scenario: Scenario,
  input: unknown,
  exchange: Exchange,
): Promise<Fault | undefined> {
  const choice = await scenario.onRequest?.(exchange, validParams(scenario, input));
  if (choice !== undefined && !('kind' in choice)) throw new Error('expected one fault');
  return choice;
}
