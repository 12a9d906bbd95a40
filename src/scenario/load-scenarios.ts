/** Finds the scenarios: every file of the built-in folder and of the folders that the user names. */
import { readdir } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StartError } from '../kitchen-options.js';
import { checkScenario } from './check-scenario.js';
import type { LoadedScenario } from './contract.js';
import { resolvePackageEverywhere } from './resolve-package.js';

/** The built-in scenarios: beside `src`, from source as well as from `dist`. */
export const BUILT_IN_FOLDER = fileURLToPath(new URL('../../scenarios/', import.meta.url));

/** A file that was refused, and why. */
export interface ScenarioProblem {
  /** Absolute path. */
  readonly file: string;
  readonly reason: string;
}

export interface LoadedScenarios {
  /** By id, in the order of folders and names. */
  readonly scenarios: ReadonlyMap<string, LoadedScenario>;
  readonly problems: readonly ScenarioProblem[];
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
  for (const folder of new Set([BUILT_IN_FOLDER, ...folders].map((path) => resolve(path)))) {
    const files = await listFiles(folder);
    // All at once: what takes the time is reading them.
    const reading = files.map((file) => [file, readFile(file, loadingLimitMs)] as const);
    for (const [file, read] of reading) {
      const loaded = judge(file, await read, scenarios);
      if ('reason' in loaded) problems.push({ file, reason: loaded.reason });
      else scenarios.set(loaded.scenario.id, { scenario: loaded.scenario, source: file });
    }
  }
  return { scenarios, problems };
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
          : messageOf(error);
    const message = `Scenarios cannot be read from ${folder}: ${why}. Give --scenarios a folder that has them.`;
    throw new StartError(message, { cause: error });
  }
}

function isScenarioFile(name: string, siblings: readonly string[]): boolean {
  if (name.startsWith('.') || /\.(?:d|test)\.[jt]s$/.test(name)) return false;
  // A `.ts` beside its compiled `.js` is the same scenario.
  return (
    name.endsWith('.js') || (name.endsWith('.ts') && !siblings.includes(`${parse(name).name}.js`))
  );
}

type Read = { readonly value: unknown } | { readonly reason: string };

/** The default export of a file. Never rejects. */
async function readFile(file: string, limitMs: number): Promise<Read> {
  try {
    const module = await inTime(importFile(file), limitMs);
    return { value: module.default };
  } catch (error) {
    return { reason: `it cannot be loaded: ${messageOf(error)}` };
  }
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
    const other = known.get(checked.scenario.id);
    if (other === undefined) return checked;
    return {
      reason: `id "${checked.scenario.id}" is taken already, by ${other.source}: rename one`,
    };
  } catch (error) {
    return { reason: `it cannot be loaded: ${messageOf(error)}` };
  }
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

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'this version of Node loads no TypeScript; compile it to a .js file';
  }
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}
