/** Says what is wrong with a scenario before it is served: the first thing that its author should mend. */
import { z } from 'zod';
import { checkParams } from './check-params.js';
import { SCENARIO_GROUPS, type Scenario } from './contract.js';
import { undescribedParams } from './params-schema.js';

const text = z.string().regex(/\S/, 'must be a text that is not empty');
const hook = z.custom(
  (value) => value === undefined || typeof value === 'function',
  'must be a function',
);

const shape = z.object({
  id: z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must be 1 to 64 of a-z 0-9 _ -'),
  title: text,
  group: z.enum(SCENARIO_GROUPS, `must be one of ${SCENARIO_GROUPS.join(', ')}`),
  summary: text,
  lesson: text,
  example: z.record(z.string(), z.unknown()),
  params: z.custom(isStrictObject, 'must be a strict zod object: z.strictObject({ … })'),
  targeted: z.boolean('is missing: make the default export with defineScenario({ … })'),
  onRequest: hook,
  onResponse: hook,
  configureServer: hook,
});

/** The scenario if it is one, else the reason why not. `id` is what the file's name says. */
export function checkScenario(
  value: unknown,
  id: string,
): { readonly scenario: Scenario } | { readonly reason: string } {
  if (value === undefined) {
    return { reason: 'there is no default export: write `export default defineScenario({ … })`' };
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(
      (issue) => `${issue.path.map(String).join('.') || 'the default export'}: ${issue.message}`,
    );
    return { reason: reasons.join('; ') };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above, member by member
  const scenario = value as Scenario;
  const reason = scenario.id === id ? paramsReason(scenario) : idReason(scenario.id, id);
  return reason === undefined ? { scenario } : { reason };
}

function idReason(id: string, fileId: string): string {
  return `id "${id}" must be equal to the file's name: call it "${fileId}", or rename the file`;
}

function paramsReason(scenario: Scenario): string | undefined {
  const undescribed = undescribedParams(scenario);
  if (undescribed.length > 0) {
    return `params without a description: ${undescribed.join(', ')}; add .describe('…')`;
  }
  return (
    refusal('params: `{}` must be valid, so give every param a default', scenario, {}) ??
    refusal('example: does not fit the params', scenario, scenario.example)
  );
}

function refusal(what: string, scenario: Scenario, params: unknown): string | undefined {
  const checked = checkParams(scenario, params);
  if (checked.ok) return undefined;
  const errors = checked.errors.map(({ path, message }) => `${path}: ${message}`);
  return `${what} (${errors.join('; ')})`;
}

/** By structure, not by class: a scenario may come with its own copy of zod. */
function isStrictObject(value: unknown): boolean {
  return z
    .object({
      safeParse: z.custom((member) => typeof member === 'function'),
      _zod: z.object({
        def: z.object({
          type: z.literal('object'),
          catchall: z.object({ _zod: z.object({ def: z.object({ type: z.literal('never') }) }) }),
        }),
      }),
    })
    .safeParse(value).success;
}
