/** Checks a scenario file without a kitchen: what is wrong, and where. */
import { readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { readFileScenario } from '../script/file-scenario.js';
import { checkScenario, findParamsProblem } from './check-scenario.js';
import type { Scenario } from './contract.js';
import { FILE_SCENARIO, loadModule } from './load-scenarios.js';

export interface LintMistake {
  /** From 1; null for code, which has no places. */
  readonly line: number | null;
  readonly column: number | null;
  readonly reason: string;
}

export interface LintedFile {
  readonly file: string;
  /** Null where the file is wrong. */
  readonly scenario: Scenario | null;
  readonly mistakes: readonly LintMistake[];
}

/** @param file absolute path */
export async function lintScenarioFile(file: string): Promise<LintedFile> {
  try {
    return FILE_SCENARIO.test(basename(file)) ? await lintText(file) : await lintCode(file);
  } catch (error) {
    return failed(file, error instanceof Error ? error.message : String(error));
  }
}

async function lintText(file: string): Promise<LintedFile> {
  const read = await readFileScenario(await readFile(file, 'utf8'), file);
  if (!read.ok) {
    const mistakes = read.mistakes.map(({ place, reason }) => ({ ...place, reason }));
    return { file, scenario: null, mistakes };
  }
  return lintScenario(file, read.scenario);
}

async function lintCode(file: string): Promise<LintedFile> {
  const read = await loadModule(file);
  return 'reason' in read ? failed(file, read.reason) : lintScenario(file, read.value);
}

function lintScenario(file: string, value: unknown): LintedFile {
  const checked = checkScenario(value, parse(file).name);
  if ('reason' in checked) return failed(file, checked.reason);
  const problem = findParamsProblem(checked.scenario);
  return problem === undefined
    ? { file, scenario: checked.scenario, mistakes: [] }
    : failed(file, problem);
}

function failed(file: string, reason: string): LintedFile {
  return { file, scenario: null, mistakes: [{ line: null, column: null, reason }] };
}
