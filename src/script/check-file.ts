/** What is wrong with a scenario file that has the right members. */
import type { z } from 'zod';
import { nearest } from '../nearest.js';
import { heldRules, type NamedParam, paramsNamedIn } from './expand.js';
import { explainIssue, type FileWords, type Mistake } from './explain-issue.js';
import { paramsSchemaOf } from './file-params.js';
import { expand, type ScenarioFile } from './scenario-schema.js';
import { templateMistakes } from './template-mistakes.js';

export type Issue = z.core.$ZodIssue;

/** What may stand where is looked up only where something is wrong. */
export async function explained(
  issues: readonly Issue[],
  value: unknown,
): Promise<readonly Mistake[]> {
  const { knownWords } = await import('./known-words.js');
  const words: FileWords = { ...knownWords(), valueAt: (path) => valueAt(value, path) };
  return issues.flatMap((issue) => explainIssue(issue, words));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key) as unknown;
  }
  return found;
}

/** Params that are not there or not used, and placeholders that nothing fills in. */
export function mistakesOf(definition: ScenarioFile): readonly Mistake[] {
  const { params, rules, states } = definition;
  const named = [...paramsNamedIn(rules, ['rules']), ...paramsNamedIn(states, ['states'])];
  return [
    ...named.flatMap((use) => useMistakes(use, params)),
    ...Object.keys(params)
      .filter((name) => !named.some((use) => use.name === name))
      .map((name) => ({ path: ['params', name], reason: 'no rule uses this param' })),
    ...templateMistakes(rules, ['rules']),
  ];
}

/** Tried with the defaults, the example, and each choice in turn. */
export function issuesOf(definition: ScenarioFile): readonly Issue[] {
  const { params, rules } = definition;
  const schema = paramsSchemaOf(params);
  for (const { path, given } of trials(definition)) {
    const checked = schema.safeParse(given);
    if (!checked.success) {
      return checked.error.issues.map((issue) => ({
        ...issue,
        path: [...path(String(issue.path[0] ?? '')), ...issue.path.slice(1)],
      }));
    }
    const script = expand(definition, checked.data);
    if (!script.success) {
      const held = heldRules(rules, checked.data);
      return script.error.issues.map((issue) => ({ ...issue, path: inFile(issue.path, held) }));
    }
  }
  return [];
}

/** A rule with an `if` that does not hold is in the file, and in no script. */
function inFile(path: Issue['path'], held: readonly number[]): Issue['path'] {
  const [list, index, ...rest] = path;
  if (list !== 'rules' || typeof index !== 'number') return path;
  return [list, held[index] ?? index, ...rest];
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

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `; did you mean ${near}?`;
  return known.length === 0 ? '; the file declares none' : `; these exist: ${known.join(', ')}`;
}
