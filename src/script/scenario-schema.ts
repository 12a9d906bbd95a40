/** What stands in a scenario file. */
import { z } from 'zod';
import { SCENARIO_GROUPS } from '../scenario/contract.js';
import { expandRules, fillParams } from './expand.js';
import { paramDeclaration } from './file-params.js';
import { scriptSchema } from './script-schema.js';

const text = z.string().min(1);
const MAX_SEED = 2 ** 32 - 1;

export const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  id: text,
  title: text,
  group: z.enum(SCENARIO_GROUPS),
  summary: text,
  lesson: text,
  params: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/), paramDeclaration).default({}),
  example: z.record(z.string(), z.unknown()).default({}),
  start: z.unknown().optional(),
  states: z.unknown().optional(),
  rules: z.array(z.unknown()).min(1).max(1_000),
  seed: z.int().min(0).max(MAX_SEED).optional(),
});
export type ScenarioFile = z.output<typeof fileSchema>;

/** The script of the file with these params. */
export function expand(
  { start, states, rules }: ScenarioFile,
  params: Readonly<Record<string, unknown>>,
): ReturnType<typeof scriptSchema.safeParse> {
  return scriptSchema.safeParse({
    ...(start !== undefined && { start }),
    ...(states !== undefined && { states: fillParams(states, params) }),
    rules: expandRules(rules, params),
  });
}
