/** Finds the scenarios: every file of the built-in folder and of the folders that the user names. */
import { readdir } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkScenario } from './check-scenario.js';
import type { LoadedScenario } from './contract.js';
import { resolvePackageEverywhere } from './resolve-package.js';

/** The built-in scenarios: beside `src`, from source as well as from `dist`. */
export const BUILT_IN_FOLDER = fileURLToPath(new URL('../../scenarios/', import.meta.url));

/** A file or folder that was refused, and why. */
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

/** Loads the built-in scenarios and those of `folders`. Whatever is wrong becomes a problem; never rejects for it. */
export async function loadScenarios(folders: readonly string[] = []): Promise<LoadedScenarios> {
  if (folders.length > 0) resolvePackageEverywhere();
  const scenarios = new Map<string, LoadedScenario>();
  const problems: ScenarioProblem[] = [];
  for (const folder of new Set([BUILT_IN_FOLDER, ...folders].map((path) => resolve(path)))) {
    const files = await listFiles(folder);
    if (typeof files === 'string') problems.push({ file: folder, reason: files });
    else {
      for (const file of files) {
        const loaded = await loadFile(file, scenarios);
        if ('reason' in loaded) problems.push({ file, reason: loaded.reason });
        else scenarios.set(loaded.scenario.id, { scenario: loaded.scenario, source: file });
      }
    }
  }
  return { scenarios, problems };
}

/** Absolute paths in alphabetical order, or the reason why the folder cannot be read. */
async function listFiles(folder: string): Promise<readonly string[] | string> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => isScenarioFile(name, names))
      .toSorted()
      .map((name) => join(folder, name));
  } catch (error) {
    return `the folder cannot be read: ${messageOf(error)}`;
  }
}

function isScenarioFile(name: string, siblings: readonly string[]): boolean {
  if (name.startsWith('.') || /\.(?:d|test)\.[jt]s$/.test(name)) return false;
  // A `.ts` beside its compiled `.js` is the same scenario.
  return (
    name.endsWith('.js') || (name.endsWith('.ts') && !siblings.includes(`${parse(name).name}.js`))
  );
}

async function loadFile(
  file: string,
  known: ReadonlyMap<string, LoadedScenario>,
): Promise<ReturnType<typeof checkScenario>> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(file).href);
    const checked = checkScenario(module.default, parse(file).name);
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

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'this version of Node loads no TypeScript; compile it to a .js file';
  }
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}
