/** Finds the scenarios: every file of the built-in folder and of the folders that the user names. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile as readBytes } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StartError } from '../kitchen-options.js';
import { checkScenario, findParamsProblem } from './check-scenario.js';
import { readFileScenario, trustedScenario } from '../script/file-scenario.js';
import type { LoadedScenario, Scenario } from './contract.js';
import { explainLoadFailure } from './load-failure.js';
import { resolvePackageEverywhere } from './resolve-package.js';

/** The built-in scenarios: beside `src`, from source as well as from `dist`. */
export const BUILT_IN_FOLDER = fileURLToPath(new URL('../../scenarios/', import.meta.url));

/** Where the files of a checkout are edited, beside `dist`. */
const SOURCE_FOLDER = resolve(BUILT_IN_FOLDER, '../../scenarios');

/** A file that was refused, and why. */
export interface ScenarioProblem {
  /** Absolute path. */
  readonly file: string;
  readonly reason: string;
}

export interface LoadedScenarios {
  /** By id, in the order of folders and names. */
  readonly scenarios: Map<string, LoadedScenario>;
  readonly problems: readonly ScenarioProblem[];
  /** Absolute paths of the folders whose files may be edited. */
  readonly folders: readonly string[];
}

/** Milliseconds that a file may take to load. */
const LOADING_LIMIT_MS = 10_000;

/**
 * Loads the built-in scenarios and those of `folders`. A file that is wrong becomes a problem, the others are loaded.
 * @throws StartError where a folder cannot be read
 */
export async function loadScenarios(
  folders: readonly string[] = [],
  loadingLimitMs: number = LOADING_LIMIT_MS,
): Promise<LoadedScenarios> {
  if (folders.length > 0) resolvePackageEverywhere();
  const scenarios = new Map<string, LoadedScenario>();
  const problems: ScenarioProblem[] = [];
  const all = [...new Set([BUILT_IN_FOLDER, ...folders].map((path) => resolve(path)))];
  for (const folder of all) {
    const files = await listFiles(folder);
    for (const file of files.filter((path) => isCompiled(path))) {
      const id = parse(file).name;
      scenarios.set(id, new CompiledScenario(file, sourceOf(file)));
    }
    // All at once: what takes the time is reading them.
    const reading = files
      .filter((file) => !isCompiled(file))
      .map((file) => [file, readFile(file, loadingLimitMs)] as const);
    for (const [file, read] of reading) {
      const loaded = judge(file, await read, scenarios);
      if ('reason' in loaded) problems.push({ file, reason: loaded.reason });
      else scenarios.set(loaded.scenario.id, { scenario: loaded.scenario, source: file });
    }
  }
  const watched = existsSync(SOURCE_FOLDER) ? [SOURCE_FOLDER, ...all] : all;
  return { scenarios, problems, folders: watched };
}

/** Absolute paths in alphabetical order. */
async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => isScenarioFile(name, names))
      .toSorted()
      .map((name) => join(folder, name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why =
      code === 'ENOENT'
        ? 'there is no such folder'
        : code === 'ENOTDIR'
          ? 'it is no folder'
          : explainLoadFailure(error, folder);
    const message = `Scenarios cannot be read from ${folder}: ${why}. Give --scenarios a folder that has them.`;
    throw new StartError(message, { cause: error });
  }
}

/** A scenario without code; the files that npm and TypeScript keep in a project are none. */
export const FILE_SCENARIO = /^(?!(?:package|package-lock|tsconfig)\.json$)[^.].*\.(?:ya?ml|json)$/;

/** A scenario in code. */
const CODE_SCENARIO = /^[^.].*(?<!\.(?:d|test))\.m?[jt]s$/;

function isScenarioFile(name: string, siblings: readonly string[]): boolean {
  if (FILE_SCENARIO.test(name)) return true;
  // A `.ts` beside its compiled `.js` is the same scenario.
  const isCompiledToo = name.endsWith('ts') && siblings.includes(name.replace(/ts$/, 'js'));
  return CODE_SCENARIO.test(name) && !isCompiledToo;
}

/** The build has turned it into JSON. */
function isCompiled(file: string): boolean {
  return file.endsWith('.json') && isBuiltIn(file);
}

/** In a checkout, the file that it was made of: that is the one to edit. */
function sourceOf(file: string): string {
  const source = join(SOURCE_FOLDER, basename(file).replace('.json', '.yaml'));
  return existsSync(source) ? source : file;
}

/** Read when it is first asked for: most runs use one of many. */
class CompiledScenario implements LoadedScenario {
  #scenario: Scenario | undefined;

  constructor(
    private readonly file: string,
    readonly source: string,
  ) {}

  get scenario(): Scenario {
    this.#scenario ??= trustedScenario(readFileSync(this.file, 'utf8'));
    return this.#scenario;
  }
}

type Read = { readonly value: unknown } | { readonly reason: string };

/** The default export of a file. Never rejects. */
async function readFile(file: string, limitMs: number): Promise<Read> {
  try {
    if (FILE_SCENARIO.test(basename(file))) return await readScript(file);
    return await loadModule(file, limitMs);
  } catch (error) {
    return { reason: `it cannot be loaded: ${explainLoadFailure(error, file)}` };
  }
}

/** The default export of a module. */
export async function loadModule(file: string, limitMs = LOADING_LIMIT_MS): Promise<Read> {
  const module = await inTime(importFile(file), limitMs);
  return { value: module.default };
}

/** Reads a scenario without code, for the first time or again. */
export async function reloadScenario(
  file: string,
  known: ReadonlyMap<string, LoadedScenario>,
): Promise<{ readonly scenario: Scenario } | { readonly reason: string }> {
  const others = new Map([...known].filter(([, { source }]) => source !== file));
  return judge(file, await readFile(file, LOADING_LIMIT_MS), others);
}

async function readScript(file: string): Promise<Read> {
  const read = await readFileScenario(await readBytes(file), file);
  if (read.ok) return { value: read.scenario };
  const reasons = read.mistakes.map(
    ({ place, reason }) => `line ${String(place.line)}, column ${String(place.column)}: ${reason}`,
  );
  return { reason: reasons.join('; ') };
}

function judge(
  file: string,
  read: Read,
  known: ReadonlyMap<string, LoadedScenario>,
): ReturnType<typeof checkScenario> {
  if ('reason' in read) return read;
  try {
    const checked = checkScenario(read.value, parse(file).name);
    if ('reason' in checked) return checked;
    const { scenario } = checked;
    const other = known.get(scenario.id);
    if (other !== undefined) {
      return { reason: `id "${scenario.id}" is taken already, by ${other.source}: rename one` };
    }
    // Those of the kitchen are held to it by its tests: every start would take longer.
    const problem = isBuiltIn(file) ? undefined : findParamsProblem(scenario);
    return problem === undefined ? checked : { reason: problem };
  } catch (error) {
    return { reason: `it cannot be loaded: ${explainLoadFailure(error, file)}` };
  }
}

function isBuiltIn(file: string): boolean {
  return dirname(file) === resolve(BUILT_IN_FOLDER);
}

function importFile(file: string): Promise<{ readonly default?: unknown }> {
  return import(pathToFileURL(file).href);
}

/** The timer also keeps the process alive: a top-level `await` that waits for nothing does not. */
async function inTime<T>(loading: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new Error(
          `loading did not end within ${String(limitMs)} ms; look for a top-level await that never settles`,
        ),
      );
    }, limitMs);
  });
  try {
    return await Promise.race([loading, limit]);
  } finally {
    clearTimeout(timer);
  }
}
