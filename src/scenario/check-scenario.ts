/** Says what is wrong with a scenario before it is served: the first thing that its author should mend. */
import { z } from 'zod';
import { nearest } from '../nearest.js';
import { checkParams } from './check-params.js';
import { SCENARIO_GROUPS, type Scenario } from './contract.js';
import { undescribedParams } from './params-schema.js';

const EMPTY = 'must be a text that is not empty';
const text = z.string(EMPTY).regex(/\S/, EMPTY);
const hook = z.custom(
  (value) => value === undefined || typeof value === 'function',
  'must be a function',
);

const BAD_ID = 'must be 1 to 64 of a-z 0-9 _ -';
const NO_SCENARIO =
  'the default export is no scenario: write `export default defineScenario({ … })`';

const shape = z.strictObject({
  id: z.string(BAD_ID).regex(/^[a-z0-9_-]{1,64}$/, BAD_ID),
  title: text,
  group: z.enum(SCENARIO_GROUPS, `must be one of ${SCENARIO_GROUPS.join(', ')}`),
  summary: text,
  lesson: text,
  example: z.record(z.string(), z.unknown(), 'must be an object of params'),
  params: z.custom(
    (value) => strictObject.safeParse(value).success,
    'must be a strict zod object: z.strictObject({ … })',
  ),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .optional(),
  targeted: z.boolean(),
  onHead: hook,
  readsHead: hook,
  onRequest: hook,
  onResponse: hook,
  configureServer: hook,
  report: hook,
});

/** The scenario if it is one, else the reason why not. `id` is what the file's name says. */
export function checkScenario(
  value: unknown,
  id: string,
): { readonly scenario: Scenario } | { readonly reason: string } {
  if (value === undefined) {
    return { reason: 'there is no default export: write `export default defineScenario({ … })`' };
  }
  if (!isDefined(value)) return { reason: NO_SCENARIO };
  const parsed = shape.safeParse(value);
  if (!parsed.success) return { reason: parsed.error.issues.map(explain).join('; ') };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above, member by member
  const scenario = value as Scenario;
  return scenario.id === id ? { scenario } : { reason: idReason(scenario.id, id) };
}

/** What is wrong with the params of a scenario and with its example. Takes milliseconds. */
export function findParamsProblem(scenario: Scenario): string | undefined {
  const undescribed = undescribedParams(scenario);
  if (undescribed.length > 0) {
    return `params without a description: ${undescribed.join(', ')}; add .describe('…')`;
  }
  return (
    refusal('params: `{}` must be valid, so give every param a default', scenario, {}) ??
    refusal('example: does not fit the params', scenario, scenario.example)
  );
}

/** `defineScenario` alone adds this member. */
function isDefined(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'targeted' in value;
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') {
    return `${issue.path.map(String).join('.')}: ${issue.message}`;
  }
  const known = [...Object.keys(shape.shape), 'on'].filter((name) => name !== 'targeted');
  return issue.keys
    .map((key) => {
      const near = nearest(key, known);
      const hint =
        near === undefined ? `these exist: ${known.join(', ')}` : `did you mean ${near}?`;
      return `${key}: a scenario has no such member; ${hint}`;
    })
    .join('; ');
}

function idReason(id: string, fileId: string): string {
  return `id "${id}" must be equal to the file's name: call it "${fileId}", or rename the file`;
}

function refusal(what: string, scenario: Scenario, params: unknown): string | undefined {
  const checked = checkParams(scenario, params);
  if (checked.ok) return undefined;
  const errors = checked.errors.map(({ path, message }) => `${path}: ${message}`);
  return `${what} (${errors.join('; ')})`;
}

/** By structure, not by class: a scenario may come with its own copy of zod. */
const strictObject = z.object({
  safeParse: z.custom((member) => typeof member === 'function'),
  _zod: z.object({
    def: z.object({
      type: z.literal('object'),
      catchall: z.object({ _zod: z.object({ def: z.object({ type: z.literal('never') }) }) }),
    }),
  }),
});
