/** Turns what the author of a scenario writes into what the kitchen runs. Verified when the file is loaded. */
/* oxlint-disable typescript/no-unsafe-type-assertion, typescript/unbound-method --
   params have a type only inside their scenario: the kitchen hands hooks what the scenario's own schema returned */
import type { z } from 'zod';
import type { Scenario, ScenarioDefinition } from './contract.js';
import { onSchema, type On } from './targeting.js';

/**
 * Defines a scenario; the default export of its file.
 *
 * The result is plain data, so that a scenario may come with its own copy of this package and of zod 4.
 */
export function defineScenario<Shape extends z.ZodRawShape>(
  definition: ScenarioDefinition<Shape>,
): Scenario {
  const { id, title, group, summary, example, lesson, params, on, ...others } = definition;
  const { onHead, readsHead, onRequest, onResponse, configureServer, report, ...unknown } = others;
  return {
    // A misspelt member stays, so that the loader finds it.
    ...unknown,
    id,
    title,
    group,
    summary,
    example,
    lesson,
    params: (on === undefined ? params : withOn(params, on)) as Scenario['params'],
    targeted: on !== undefined,
    onHead: onHead as Scenario['onHead'],
    readsHead: readsHead as Scenario['readsHead'],
    onRequest: onRequest as Scenario['onRequest'],
    onResponse: onResponse as Scenario['onResponse'],
    configureServer: configureServer as Scenario['configureServer'],
    report: report as Scenario['report'],
  };
}

/** Anything but an object schema is left as it is: the loader says what is wrong with it. */
function withOn(params: z.ZodObject, on: On): z.ZodType {
  if (typeof (params as Partial<z.ZodObject>).safeExtend !== 'function') return params;
  const description =
    'Which requests are meant. What you give replaces the default as a whole; a field left out means any.';
  return params.safeExtend({ on: onSchema.prefault(on).describe(description) });
}

/** The `on` that a targeted scenario's checked params hold; undefined for a scenario that is not targeted. */
export function targetOf(
  scenario: Pick<Scenario, 'targeted'>,
  params: Readonly<Record<string, unknown>>,
): On | undefined {
  return scenario.targeted ? (params['on'] as On) : undefined;
}
