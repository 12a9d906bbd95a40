/** Loads scenarios without code again when their files are saved, while the kitchen runs. */
import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LoadedScenario } from './contract.js';
import { FILE_SCENARIO, reloadScenario, type ScenarioProblem } from './load-scenarios.js';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

export interface WatchedScenarios {
  /** What is wrong with files now: those of the start, and those that were saved since. */
  problems(): readonly ScenarioProblem[];
  close(): void;
}

export interface WatchOptions {
  readonly folders: readonly string[];
  /** Changed in place: sessions that run keep what they have, the next one finds the new scenario. */
  readonly scenarios: Map<string, LoadedScenario>;
  readonly startProblems: readonly ScenarioProblem[];
  readonly reloaded: (file: string, id: string, isNew: boolean) => void;
  /** The file is broken: what was loaded from it before stays. */
  readonly broken: (problem: ScenarioProblem) => void;
  /** The file was taken away, and its scenario with it. */
  readonly gone: (file: string, id: string) => void;
}

export function watchScenarios(options: WatchOptions): WatchedScenarios {
  const { folders, scenarios, startProblems, reloaded, broken, gone } = options;
  const problems = new Map(startProblems.map((problem) => [problem.file, problem]));
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  /** Sessions that run keep what they have. */
  const takeAway = (file: string): void => {
    problems.delete(file);
    for (const [id, { source }] of scenarios) {
      if (source !== file) continue;
      scenarios.delete(id);
      gone(file, id);
    }
  };

  const reload = async (file: string): Promise<void> => {
    const read = await reloadScenario(file, scenarios);
    if (isClosed) return;
    if ('reason' in read) {
      if (!(await exists(file))) {
        takeAway(file);
        return;
      }
      const problem = { file, reason: read.reason };
      problems.set(file, problem);
      broken(problem);
      return;
    }
    problems.delete(file);
    const { id } = read.scenario;
    const isNew = !scenarios.has(id);
    scenarios.set(id, { scenario: read.scenario, source: file });
    reloaded(file, id, isNew);
  };

  const watchers = folders.map((folder) => {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || !FILE_SCENARIO.test(name)) return;
      const file = join(folder, name);
      clearTimeout(timers.get(file));
      const timer = setTimeout(() => {
        timers.delete(file);
        void reload(file);
      }, SETTLE_MS);
      timers.set(file, timer.unref());
    });
    // A folder that is taken away is watched no longer.
    watcher.on('error', () => watcher.close());
    return watcher;
  });

  return {
    problems: () => [...problems.values()],
    close() {
      isClosed = true;
      for (const watcher of watchers) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

async function exists(file: string): Promise<boolean> {
  const names = await readdir(dirname(file)).catch((): string[] => []);
  return names.includes(basename(file));
}
