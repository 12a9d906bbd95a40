/** A scenario that is a YAML or JSON file: what it says about itself, its params, and a script. */
import { z } from 'zod';
import type { Scenario } from '../scenario/contract.js';
import type { ServerPlan } from '../upstream/plan.js';
import { explained, issuesOf, mistakesOf } from './check-file.js';
import type { Mistake } from './explain-issue.js';
import { paramsSchemaOf } from './file-params.js';
import { IncludeError, includeFiles } from './include-files.js';
import type { TextPlace } from './read-yaml.js';
import { reportScript } from './report-script.js';
import { runScript, scriptReadsHead } from './run-script.js';
import { expand, fileSchema, type ScenarioFile } from './scenario-schema.js';
import type { Script } from './script-schema.js';
import { targetMistakes } from './target-mistakes.js';

export interface FileMistake {
  readonly place: TextPlace;
  readonly reason: string;
}

export type ReadScenario =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      /** What is legal and most often a mistake. */
      hints(catalogue: ServerPlan): readonly FileMistake[];
    }
  | { readonly ok: false; readonly mistakes: readonly FileMistake[] };

/** A scenario that is known to be right: one of the kitchen's own, as JSON. */
export function trustedScenario(json: string): Scenario {
  return scenarioOf(fileSchema.parse(JSON.parse(json)));
}

/** @param file absolute path of the scenario: files that it names are looked for beside it */
export async function readFileScenario(
  content: string | Buffer,
  file: string,
): Promise<ReadScenario> {
  // The parsers are large, and most starts have no need of them.
  const { readText } = await import('./read-text.js');
  const yaml = readText(content, file);
  if (!yaml.ok) return { ok: false, mistakes: [{ place: yaml.place, reason: yaml.reason }] };
  const placed = (mistakes: readonly Mistake[]): FileMistake[] =>
    mistakes.map(({ path, isKey, reason }) => ({
      place: isKey === true ? yaml.placeOfKey(path) : yaml.placeOf(path),
      reason: path.length === 0 ? reason : `${path.map(String).join('.')}: ${reason}`,
    }));
  const failed = (mistakes: readonly Mistake[]): ReadScenario => ({
    ok: false,
    mistakes: placed(mistakes),
  });
  const checked = fileSchema.safeParse(yaml.value);
  if (!checked.success) return failed(await explained(checked.error.issues, yaml.value));
  try {
    const definition: ScenarioFile = {
      ...checked.data,
      rules: z.array(z.unknown()).parse(includeFiles(checked.data.rules, file, ['rules'])),
    };
    const mistakes = mistakesOf(definition);
    if (mistakes.length > 0) return failed(mistakes);
    const issues = issuesOf(definition);
    if (issues.length > 0) return failed(await explained(issues, yaml.value));
    return {
      ok: true,
      scenario: scenarioOf(definition),
      hints: (catalogue) => placed(targetMistakes(definition.rules, catalogue)),
    };
  } catch (error) {
    if (!(error instanceof IncludeError)) throw error;
    return failed([{ path: error.path, reason: error.message }]);
  }
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
