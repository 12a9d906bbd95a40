/** What a session remembers of its script: the state it is in, and what each rule has counted. */
import type { Exchange } from '../scenario/contract.js';
import type { RuleList } from './rule-list.js';
import type { Script } from './script-schema.js';

export class ScriptMemory {
  state: string;
  /** How many times a state was entered, the first one included: counts of a state begin anew each time. */
  visit = 1;
  enteredAt: number;
  readonly visited = new Set<string>();
  /** By the place of the rule in the script; none where no request was meant yet. */
  readonly rules: (RuleMemory | undefined)[] = [];
  /** How many requests each list of rules was for, state by state. */
  readonly #seen = new Map<string, Map<RuleList, number>>();
  #seenInState = new Map<RuleList, number>();
  #lists = 0;
  #isSeenWhole = true;

  constructor(state: string, at: number) {
    this.state = state;
    this.enteredAt = at;
    this.visited.add(state);
    this.#seen.set(state, this.#seenInState);
  }

  saw(list: RuleList): void {
    const count = this.#seenInState.get(list);
    if (count === undefined && this.#lists >= MAX_LISTS) {
      this.#isSeenWhole = false;
      return;
    }
    if (count === undefined) this.#lists += 1;
    this.#seenInState.set(list, (count ?? 0) + 1);
  }

  /** By the place of a rule: requests like those of its list, while it held. Null where too many were unlike each other. */
  near(): readonly (number | undefined)[] | null {
    if (!this.#isSeenWhole) return null;
    const sums: (number | undefined)[] = [];
    for (const [state, counts] of this.#seen) {
      for (const [list, count] of counts) {
        for (const { index, states } of list.rules) {
          if (states === null || states.has(state)) sums[index] = (sums[index] ?? 0) + count;
        }
      }
    }
    return sums;
  }

  enter(state: string, at: number): void {
    this.state = state;
    this.enteredAt = at;
    this.visit += 1;
    this.visited.add(state);
    this.#seenInState = this.#seen.get(state) ?? new Map<RuleList, number>();
    this.#seen.set(state, this.#seenInState);
  }
}

/** How many requests a rule meant, and how many it struck. */
export interface Count {
  met: number;
  struck: number;
}

export class RuleMemory implements Count {
  /** In all. */
  met = 0;
  struck = 0;
  /** The highest count that a request had, among those counted together with it. */
  highest = 0;
  /** How many of those that it struck had nothing that it could change. */
  untouched = 0;
  /** Since its state was entered for the `visit`th time. */
  visit: number;
  #count: Count = { met: 0, struck: 0 };
  /** The same, by what is counted apart (`per`). */
  #counts: Map<string, Count> | undefined;

  constructor(visit: number) {
    this.visit = visit;
  }

  /** @param key what is counted apart; undefined where all requests are counted together */
  countOf(key: string | undefined): Count {
    if (key === undefined) return this.#count;
    this.#counts ??= new Map();
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { met: 0, struck: 0 };
      if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
      this.#counts.set(key, count);
    }
    return count;
  }

  beginAnew(visit: number): void {
    this.visit = visit;
    this.#count = { met: 0, struck: 0 };
    this.#counts = undefined;
  }
}

const MEMORY = 'script';
const MAX_COUNTS = 10_000;
/** Counts of more lists than this are of no use to anybody, and would be long to add up. */
const MAX_LISTS = 50;

export function memoryOf(exchange: Exchange, { start }: Script): ScriptMemory {
  const known = knownMemory(exchange.memory);
  if (known !== undefined) return known;
  const memory = new ScriptMemory(start, exchange.snapshot.startedAt);
  exchange.memory.set(MEMORY, memory);
  return memory;
}

/** Undefined for a session whose script has not been asked yet. */
export function knownMemory(memory: ReadonlyMap<string, unknown>): ScriptMemory | undefined {
  const known = memory.get(MEMORY);
  return known instanceof ScriptMemory ? known : undefined;
}
