/** A scenario that is a YAML or JSON file: what it says about itself, its params, and a script. */
import { z } from 'zod';
import { nearest } from '../nearest.js';
import { SCENARIO_GROUPS, type Scenario } from '../scenario/contract.js';
import { expandRules, fillParams, type NamedParam, paramsNamedIn } from './expand.js';
import { explainIssue, type Mistake } from './explain-issue.js';
import { paramDeclaration, paramsSchemaOf } from './file-params.js';
import { IncludeError, includeFiles } from './include-files.js';
import type { TextPlace } from './read-yaml.js';
import { reportScript } from './report-script.js';
import { runScript, scriptReadsHead } from './run-script.js';
import { type Script, scriptSchema } from './script-schema.js';
import { templateMistakes } from './template-mistakes.js';

const text = z.string().min(1);
const MAX_SEED = 2 ** 32 - 1;

const fileSchema = z.strictObject({
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
type ScenarioFile = z.output<typeof fileSchema>;

export interface FileMistake {
  readonly place: TextPlace;
  readonly reason: string;
}

export type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly mistakes: readonly FileMistake[] };

/** A scenario that is known to be right: one of the kitchen's own, as JSON. */
export function trustedScenario(json: string): Scenario {
  return scenarioOf(fileSchema.parse(JSON.parse(json)));
}

/** @param file absolute path of the scenario: files that it names are looked for beside it */
export async function readFileScenario(content: string, file: string): Promise<ReadScenario> {
  // The parser is large, and most starts have no need of it.
  const { readYaml } = await import('./read-yaml.js');
  const yaml = readYaml(content);
  if (!yaml.ok) return { ok: false, mistakes: [{ place: yaml.place, reason: yaml.reason }] };
  const failed = (mistakes: readonly Mistake[]): ReadScenario => ({
    ok: false,
    mistakes: mistakes.map(({ path, reason }) => ({
      place: yaml.placeOf(path),
      reason: path.length === 0 ? reason : `${path.map(String).join('.')}: ${reason}`,
    })),
  });
  const checked = fileSchema.safeParse(yaml.value);
  if (!checked.success) return failed(checked.error.issues.flatMap((issue) => explainIssue(issue)));
  try {
    const definition: ScenarioFile = {
      ...checked.data,
      rules: z.array(z.unknown()).parse(includeFiles(checked.data.rules, file, ['rules'])),
    };
    const mistakes = mistakesOf(definition);
    return mistakes.length > 0 ? failed(mistakes) : { ok: true, scenario: scenarioOf(definition) };
  } catch (error) {
    if (!(error instanceof IncludeError)) throw error;
    return failed([{ path: error.path, reason: error.message }]);
  }
}

/** Tried with the defaults, the example, and each choice in turn. */
function mistakesOf(definition: ScenarioFile): readonly Mistake[] {
  const { params, rules, states } = definition;
  const named = [...paramsNamedIn(rules, ['rules']), ...paramsNamedIn(states, ['states'])];
  const mistakes = [
    ...named.flatMap((use) => useMistakes(use, params)),
    ...Object.keys(params)
      .filter((name) => !named.some((use) => use.name === name))
      .map((name) => ({ path: ['params', name], reason: 'no rule uses this param' })),
    ...templateMistakes(rules, ['rules']),
  ];
  if (mistakes.length > 0) return mistakes;
  const schema = paramsSchemaOf(params);
  for (const { path, given } of trials(definition)) {
    const checked = schema.safeParse(given);
    if (!checked.success) {
      return checked.error.issues.flatMap((issue) =>
        explainIssue({
          ...issue,
          path: [...path(String(issue.path[0] ?? '')), ...issue.path.slice(1)],
        }),
      );
    }
    const script = expand(definition, checked.data);
    if (!script.success) return script.error.issues.flatMap((issue) => explainIssue(issue));
  }
  return [];
}

function useMistakes(
  { name, path, wanted = [] }: NamedParam,
  params: ScenarioFile['params'],
): readonly Mistake[] {
  const declaration = Object.hasOwn(params, name) ? params[name] : undefined;
  if (declaration === undefined) {
    return [{ path, reason: `there is no param ${name}${hint(name, Object.keys(params))}` }];
  }
  const schema = paramsSchemaOf({ [name]: declaration });
  return wanted
    .filter((value) => !schema.safeParse({ [name]: value }).success)
    .map((value) => ({ path, reason: `${name} is never ${JSON.stringify(value)}` }));
}

interface Trial {
  readonly given: Readonly<Record<string, unknown>>;
  /** Where in the file the value of a param stands. */
  readonly path: (name: string) => readonly PropertyKey[];
}

function trials({ params, example }: ScenarioFile): readonly Trial[] {
  const ofDefault = (name: string): readonly PropertyKey[] => ['params', name, 'default'];
  const choices = Object.entries(params).flatMap(([name, declaration]) =>
    declaration.type === 'choice'
      ? declaration.of.map((value) => ({ given: { [name]: value }, path: ofDefault }))
      : [],
  );
  const shown = { given: example, path: (name: string) => ['example', name] };
  return [{ given: {}, path: ofDefault }, shown, ...choices];
}

function expand(
  { start, states, rules }: ScenarioFile,
  params: Readonly<Record<string, unknown>>,
): ReturnType<typeof scriptSchema.safeParse> {
  return scriptSchema.safeParse({
    ...(start !== undefined && { start }),
    ...(states !== undefined && { states: fillParams(states, params) }),
    rules: expandRules(rules, params),
  });
}

function scenarioOf(definition: ScenarioFile): Scenario {
  const { id, title, group, summary, lesson, example, seed } = definition;
  const scripts = new WeakMap<object, Script>();
  const scriptFor = (params: Readonly<Record<string, unknown>>): Script => {
    let script = scripts.get(params);
    if (script === undefined) {
      const expanded = expand(definition, params);
      if (!expanded.success) throw expanded.error;
      script = expanded.data;
      scripts.set(params, script);
    }
    return script;
  };
  return {
    id,
    title,
    group,
    summary,
    lesson,
    example,
    ...(seed !== undefined && { seed }),
    params: paramsSchemaOf(definition.params).superRefine((params, context) => {
      for (const { path, message } of expand(definition, params).error?.issues ?? []) {
        const where = path.map(String).join('.');
        context.addIssue(`With these params the script is wrong: ${where}: ${message}`);
      }
    }),
    targeted: false,
    onHead: (exchange, params) => runScript(exchange, scriptFor(params), 'head'),
    readsHead: (params) => scriptReadsHead(scriptFor(params)),
    onRequest: (exchange, params) => runScript(exchange, scriptFor(params)),
    onResponse: undefined,
    configureServer: undefined,
    report: (memory, params) => reportScript(memory, scriptFor(params)),
  };
}

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `; did you mean ${near}?`;
  return known.length === 0 ? '; the file declares none' : `; these exist: ${known.join(', ')}`;
}
