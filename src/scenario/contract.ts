/** What a scenario is: the contract between the kitchen and the files in `scenarios/`. */
import type { z } from 'zod';
import type { Answer } from '../exchange/answer.js';
import type { ClientInfo, Era, HeaderLines, RpcMessage } from '../exchange/message.js';
import type { Fault } from '../faults/fault.js';
import type { Snapshot } from '../sessions/session.js';
import type { ServerPlan } from '../upstream/plan.js';
import type { On } from './targeting.js';

export const SCENARIO_GROUPS = [
  'connection',
  'transport',
  'stream',
  'protocol',
  'application',
  'interaction',
  'catalog',
  'version',
  'auth',
  'timing',
] as const;
export type ScenarioGroup = (typeof SCENARIO_GROUPS)[number];

/** What a scenario's hooks see of an exchange. */
export interface Exchange {
  readonly verb: string;
  readonly headers: HeaderLines;
  readonly rpc: RpcMessage;
  readonly era: Era;
  readonly client: ClientInfo;
  /** Session, selection and counters as they were when the request arrived. */
  readonly snapshot: Snapshot;
  /** Which request this is among those that the scenario's `on` means, from 1; 0 for a scenario without `on`. */
  readonly match: number;
  /** Aborted when the client goes, the session is ended by hand, or the kitchen shuts down. */
  readonly signal: AbortSignal;
  /** A number in [0, 1), a function of seed, `rule` and `match`: the same on every run with the same seed. */
  random(rule: string): number;
}

type Maybe<T> = T | undefined;

/** A scenario as its author writes it. */
export interface ScenarioDefinition<Shape extends z.ZodRawShape> {
  /** Equal to the file's name: `a-z 0-9 _ -`. */
  readonly id: string;
  readonly title: string;
  readonly group: ScenarioGroup;
  /** One sentence: what goes wrong. */
  readonly summary: string;
  /** Strict: an unknown key is an error. Every param needs a description; `{}` must be valid. */
  readonly params: z.ZodObject<Shape>;
  /**
   * Which requests are meant unless the user says otherwise. Adds the param `on`, and the hooks run only for the
   * requests that it means. Without it, every exchange reaches the hooks.
   */
  readonly on?: On;
  /** Params that show the point in one run. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Markdown: what happens, what a correct client does, with links to the specification. */
  readonly lesson: string;
  /** Chooses a fault before the healthy server is asked. Runs at arrival, in the order of arrival. */
  onRequest?(
    exchange: Exchange,
    params: z.output<z.ZodObject<Shape>>,
  ): Maybe<Fault> | Promise<Maybe<Fault>>;
  /** Chooses a fault once the healthy answer is known. */
  onResponse?(
    exchange: Exchange,
    answer: Answer,
    params: z.output<z.ZodObject<Shape>>,
  ): Maybe<Fault> | Promise<Maybe<Fault>>;
  /**
   * Changes tools, resources, prompts and dialogues of the healthy server for one session. It also runs when a selection
   * is saved: a `ParamsError` thrown here refuses params that do not fit the catalogue.
   */
  configureServer?(plan: ServerPlan, params: z.output<z.ZodObject<Shape>>): void;
}

/** A scenario as the kitchen runs it, whatever its params are. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly group: ScenarioGroup;
  readonly summary: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly lesson: string;
  /** The strict schema, `on` included where the scenario is targeted. */
  readonly params: z.ZodType<Record<string, unknown>>;
  /** True where hooks run only for the requests that the param `on` means. */
  readonly targeted: boolean;
  readonly onRequest:
    Hook<[exchange: Exchange, params: Readonly<Record<string, unknown>>]> | undefined;
  readonly onResponse:
    | Hook<[exchange: Exchange, answer: Answer, params: Readonly<Record<string, unknown>>]>
    | undefined;
  readonly configureServer:
    ((plan: ServerPlan, params: Readonly<Record<string, unknown>>) => void) | undefined;
}
type Hook<Args extends unknown[]> = (...args: Args) => Maybe<Fault> | Promise<Maybe<Fault>>;

/** A loaded scenario, with the file it came from. */
export interface LoadedScenario {
  readonly scenario: Scenario;
  /** Absolute path of the file. */
  readonly source: string;
}
