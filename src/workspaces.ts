/** Workspaces and their selections: what is served, checked before it is saved. */
import { randomInt } from 'node:crypto';
import type { Clock } from './clock.js';
import { type FieldError, formatPath, KitchenError } from './errors.js';
import { NAME_PATTERN } from './http/mcp-address.js';
import { nearest } from './nearest.js';
import { type CheckedParams, checkParams } from './scenario/check-params.js';
import type { LoadedScenario } from './scenario/contract.js';
import type { ScenarioProblem } from './scenario/load-scenarios.js';
import { type ParamsError, isParamsError } from './scenario/params-error.js';
import {
  brokenFile,
  goneText,
  type Unserved,
  unservedText,
  whyUnserved,
} from './selection-problems.js';
import type { SelectionInput } from './service.js';
import type { Selection } from './sessions/session.js';
import type { Store } from './store/store.js';
import { storing } from './storing.js';
import type { ServerPlan } from './upstream/plan.js';

const BASELINE = 'baseline';
const MAX_WORKSPACES = 1_000;
/** `randomInt` takes ranges below 2^48; seeds are 32 bits wide. */
const SEEDS = 2 ** 32;

export interface WorkspacesParts {
  readonly clock: Clock;
  readonly store: Store;
  readonly scenarios: ReadonlyMap<string, LoadedScenario>;
  /** Scenario files that are broken now. */
  scenarioProblems(): readonly ScenarioProblem[];
  /** A fresh copy of the catalogue that params may aim at. */
  plan(): ServerPlan;
}

export class Workspaces {
  readonly #parts: WorkspacesParts;
  readonly #selections = new Map<string, Selection>();
  /** What selections that expire go back to. */
  readonly #fallbacks = new Map<string, Selection>();
  readonly #unserved = new Map<string, Unserved>();
  /** POSTs of sessions that began with the selection. */
  readonly #posts = new Map<string, number>();

  constructor(parts: WorkspacesParts) {
    this.#parts = parts;
    for (const name of parts.store.workspaces()) this.#load(name);
  }

  names(): readonly string[] {
    return [...this.#selections.keys()];
  }

  has(name: string): boolean {
    return this.#selections.has(name);
  }

  /** @throws KitchenError `unknown_workspace` */
  selection(name: string): Selection {
    const selection = this.#selections.get(name);
    if (selection === undefined) {
      throw new KitchenError(
        'unknown_workspace',
        `There is no workspace ${name}: create it, or save a selection for it.`,
      );
    }
    return this.#isOver(name, selection) ? this.#goBack(name, selection) : selection;
  }

  /** Selections that are not served as they were saved, one sentence each. */
  problems(): readonly string[] {
    return [...this.#selections].flatMap(([name, { scenario }]) => {
      const unserved = this.#unserved.get(name);
      if (unserved !== undefined) return [unservedText(name, unserved)];
      return this.#parts.scenarios.has(scenario) ? [] : [goneText(name, scenario)];
    });
  }

  /** A POST of a session that began with this revision of the selection. */
  notePost(name: string, revision: number): void {
    const selection = this.#selections.get(name);
    if (selection?.revision !== revision || selection.expiresAfter === undefined) return;
    this.#posts.set(name, (this.#posts.get(name) ?? 0) + 1);
  }

  #isOver(name: string, { expiresAfter, updatedAt }: Selection): boolean {
    if (expiresAfter === undefined) return false;
    return 'ms' in expiresAfter
      ? this.#parts.clock.now() - Date.parse(updatedAt) >= expiresAfter.ms
      : (this.#posts.get(name) ?? 0) >= expiresAfter.posts;
  }

  #goBack(name: string, { revision }: Selection): Selection {
    const next = {
      ...(this.#fallbacks.get(name) ?? this.compose({}, revision)),
      revision: revision + 1,
      updatedAt: new Date(this.#parts.clock.now()).toISOString(),
    };
    this.#selections.set(name, next);
    this.#fallbacks.delete(name);
    try {
      this.#parts.store.saveSelection(name, next);
    } catch {
      // It goes back all the same; the next start sees that the stored one is over.
    }
    return next;
  }

  /** @throws KitchenError for a bad name, or where there are too many */
  create(name: string): void {
    checkName(name, 'name');
    if (this.#selections.size >= MAX_WORKSPACES) {
      throw new KitchenError(
        'too_many_workspaces',
        `There are ${String(MAX_WORKSPACES)} workspaces already: delete one first.`,
      );
    }
    storing(() => this.#parts.store.createWorkspace(name));
    this.#load(name);
  }

  /** Creates a workspace that is not there yet; false where that is not possible. */
  openOnFirstUse(name: string): boolean {
    if (this.has(name)) return true;
    try {
      this.create(name);
      return true;
    } catch {
      return false;
    }
  }

  delete(name: string): void {
    storing(() => {
      this.#parts.store.deleteWorkspace(name);
    });
    this.#selections.delete(name);
    this.#unserved.delete(name);
    // `default` always exists: it is only emptied.
    if (this.#parts.store.workspaces().includes(name)) this.#load(name);
  }

  /**
   * A selection made of what a user gave, not saved yet.
   * @throws KitchenError where there is no such scenario, or its params are wrong
   */
  compose(input: Partial<SelectionInput>, revision: number): Selection {
    const { scenario = BASELINE, params = {}, seed, newSessionOn = 'handshake' } = input;
    const { expiresAfter } = input;
    const loaded = this.#parts.scenarios.get(scenario);
    if (loaded === undefined) throw this.#unknownScenario(scenario);
    const checked = this.#check(loaded, params);
    if (!checked.ok) {
      const [first] = checked.errors;
      const where = first === undefined ? '' : ` ${first.path}: ${asSentence(first.message)}`;
      throw new KitchenError(
        'invalid_params',
        `The params of ${scenario} are not valid.${where}`,
        checked.errors,
      );
    }
    return {
      scenario,
      params: checked.params,
      seed: seed ?? loaded.scenario.seed ?? randomInt(SEEDS),
      newSessionOn,
      revision,
      updatedAt: new Date(this.#parts.clock.now()).toISOString(),
      ...(expiresAfter !== undefined && { expiresAfter }),
    };
  }

  /**
   * Saves the selection for the sessions that begin from now on; creates the workspace if need be.
   * @throws KitchenError
   */
  select(name: string, input: SelectionInput, ifRevision?: number): Selection {
    checkName(name, 'workspace');
    const known = this.has(name) ? this.selection(name) : undefined;
    if (ifRevision !== undefined && ifRevision !== known?.revision) {
      throw new KitchenError(
        'revision_changed',
        `The selection is at revision ${String(known?.revision ?? 0)} now, not ${String(ifRevision)}: read it again.`,
      );
    }
    const before = known?.revision ?? this.#parts.store.firstRevision();
    const selection = this.compose(input, before + 1);
    if (known === undefined) this.create(name);
    const fallback =
      selection.expiresAfter === undefined
        ? undefined
        : known?.expiresAfter === undefined
          ? known
          : this.#fallbacks.get(name);
    storing(() => {
      this.#parts.store.saveSelection(name, selection, fallback);
    });
    this.#selections.set(name, selection);
    this.#unserved.delete(name);
    this.#posts.delete(name);
    if (fallback === undefined) this.#fallbacks.delete(name);
    else this.#fallbacks.set(name, fallback);
    return selection;
  }

  /**
   * The file of a scenario was saved: where it is selected, its params are checked anew, for the sessions that begin from
   * now on. Returns what became wrong by it, one sentence each.
   */
  scenarioRead(id: string): readonly string[] {
    return this.names().flatMap((name) => {
      if (this.#parts.store.selection(name)?.scenario !== id) return [];
      this.#unserved.delete(name);
      this.#load(name);
      const unserved = this.#unserved.get(name);
      return unserved === undefined ? [] : [unservedText(name, unserved)];
    });
  }

  /** A stored selection whose scenario is gone, or whose params it no longer takes, is served as `baseline`. */
  #load(name: string): void {
    const stored = this.#parts.store.selection(name);
    const loaded = stored === null ? undefined : this.#parts.scenarios.get(stored.scenario);
    const checked =
      stored === null || loaded === undefined ? undefined : this.#check(loaded, stored.params);
    const selection =
      stored !== null && checked?.ok === true
        ? { ...stored, params: checked.params }
        : this.compose({}, stored?.revision ?? this.#parts.store.firstRevision());
    this.#selections.set(name, selection);
    if (stored !== null && checked?.ok !== true) {
      const broken = brokenFile(stored.scenario, this.#parts.scenarioProblems());
      const reason = whyUnserved(broken, checked?.errors);
      this.#unserved.set(name, { scenario: stored.scenario, reason });
    }
    const fallback = this.#parts.store.fallback(name);
    if (selection.expiresAfter !== undefined && fallback !== null) {
      this.#fallbacks.set(name, fallback);
    }
  }

  /** By the schema, and by the catalogue that the scenario configures. */
  #check({ scenario }: LoadedScenario, input: unknown): CheckedParams {
    const checked = checkParams(scenario, input);
    if (!checked.ok) return checked;
    try {
      scenario.configureServer?.(this.#parts.plan(), checked.params);
    } catch (error) {
      if (isParamsError(error)) return { ok: false, errors: [toFieldError(error)] };
      // Any other error is a defect of the scenario: its sessions show it, with its stack.
    }
    return checked;
  }

  #unknownScenario(id: string): KitchenError {
    const broken = brokenFile(id, this.#parts.scenarioProblems());
    if (broken !== undefined) {
      const reason = `${broken.file} is there, but broken: ${broken.reason}`;
      return new KitchenError('unknown_scenario', `The scenario ${id} cannot be used: ${reason}.`, [
        { path: 'scenario', message: reason },
      ]);
    }
    const ids = [...this.#parts.scenarios.keys()];
    const near = nearest(id, ids);
    const hint = near === undefined ? `These exist: ${ids.join(', ')}.` : `Did you mean ${near}?`;
    return new KitchenError(
      'unknown_scenario',
      `There is no scenario ${JSON.stringify(id)}. ${hint}`,
      [{ path: 'scenario', message: hint }],
    );
  }
}

function toFieldError({ path, message }: ParamsError): FieldError {
  return { path: formatPath(['params', ...path]), message };
}

function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** @throws KitchenError where a workspace or a KEY cannot be called so */
export function checkName(name: string, path: string): void {
  if (NAME_PATTERN.test(name)) return;
  const message = 'Use 1 to 64 of A-Z a-z 0-9 _ and -';
  throw new KitchenError('invalid_request', `${path}: ${message}.`, [{ path, message }]);
}
