/** The params of a scenario as JSON Schema: what the admin API shows and the console makes a form of. */
import { z } from 'zod';
import type { Scenario } from './contract.js';

/** JSON Schema (2020-12) of what a user may write, with descriptions and defaults. */
export function paramsSchema(
  scenario: Pick<Scenario, 'params'>,
): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(scenario.params, { io: 'input', reused: 'inline' });
}

/** Names of the params without a description. */
export function undescribedParams(scenario: Pick<Scenario, 'params'>): readonly string[] {
  const { properties = {} } = z
    .object({ properties: z.record(z.string(), z.looseObject({})).optional() })
    .parse(paramsSchema(scenario));
  return Object.entries(properties)
    .filter(
      ([, schema]) => typeof schema['description'] !== 'string' || schema['description'] === '',
    )
    .map(([name]) => name);
}
