/** Checks a scenario file without a kitchen: what is wrong, and where. */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, parse } from 'node:path';
import { systemClock } from '../clock.js';
import { type FileMistake, readFileScenario } from '../script/file-scenario.js';
import { checkScenario, findParamsProblem } from './check-scenario.js';
import type { Scenario } from './contract.js';
import { explainLoadFailure } from './load-failure.js';
import { loadModule } from './load-scenarios.js';

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
  /** What is legal and most often a mistake. */
  readonly hints: readonly LintMistake[];
}

/** @param file absolute path */
export async function lintScenarioFile(file: string): Promise<LintedFile> {
  try {
    const name = basename(file);
    const entry = await stat(file).catch(() => null);
    if (entry === null) return failed(file, 'there is no such file');
    if (entry.isDirectory()) {
      return failed(file, `it is a folder: name the files in it, say ${name}/*.yaml`);
    }
    if (/\.(?:ya?ml|json)$/.test(name)) return await lintText(file);
    if (/\.m?[jt]s$/.test(name)) return await lintCode(file);
    return failed(
      file,
      `a scenario is a .yaml, .json, .js, .mjs or .ts file, not ${extname(file) || 'this'}`,
    );
  } catch (error) {
    return failed(file, explainLoadFailure(error, file));
  }
}

async function lintText(file: string): Promise<LintedFile> {
  const read = await readFileScenario(await readFile(file), file);
  if (!read.ok) {
    return { file, scenario: null, mistakes: read.mistakes.map(flat), hints: [] };
  }
  const linted = lintScenario(file, read.scenario);
  if (linted.scenario === null) return linted;
  const { createCatalogue } = await import('../upstream/catalogue/catalogue.js');
  return { ...linted, hints: read.hints(createCatalogue(systemClock)()).map(flat) };
}

function flat({ place, reason }: FileMistake): LintMistake {
  return { ...place, reason };
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
    ? { file, scenario: checked.scenario, mistakes: [], hints: [] }
    : failed(file, problem);
}

function failed(file: string, reason: string): LintedFile {
  return { file, scenario: null, mistakes: [{ line: null, column: null, reason }], hints: [] };
}
