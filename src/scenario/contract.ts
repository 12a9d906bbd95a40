/** What a scenario is: the contract between the kitchen and the files in `scenarios/`. */
import type { z } from 'zod';
import type { Answer } from '../exchange/answer.js';
import type { Arrival, ClientInfo, Era, HeaderLines, RpcMessage } from '../exchange/message.js';
import type { FaultChoice } from '../faults/fault.js';
import type { Snapshot } from '../sessions/session.js';
import type { ServerPlan } from '../upstream/plan.js';
import type { RuleReport } from './rule-report.js';
import type { On, RequestFacts } from './targeting.js';

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
  /** The request as it arrived. */
  readonly arrival: Arrival;
  /** What targeting asks of the request. */
  readonly facts: RequestFacts;
  /** Lasts as long as the session, for whatever its scenario wants to remember. */
  readonly memory: Map<string, unknown>;
  /** Session, selection and counters as they were when the request arrived. */
  readonly snapshot: Snapshot;
  /** Which request this is among those that the scenario's `on` means, from 1; 0 for a scenario without `on`. */
  readonly match: number;
  /** Scheme, host and port by which the client reached the kitchen: `http://127.0.0.1:4242`. */
  readonly origin: string;
  /** Another origin that is the kitchen too. */
  readonly foreignOrigin: string;
  /** Aborted when the client goes, the session is ended by hand, or the kitchen shuts down. */
  readonly signal: AbortSignal;
  /** The raw id of another request of the session that is still open, the oldest one; null where none is. */
  readonly foreignId: string | null;
  /** The raw id of the request of this session that its client gave up last; null if none. */
  readonly abandonedId: string | null;
  /** Calls `act` if a fault that is chosen for this exchange turns out to find nothing to change. */
  whenUntouched?(act: () => void): void;
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
  /**
   * Chooses a fault when only the head of a request has come, OPTIONS included: its method and name are those of the
   * headers, its session is found by KEY, `Mcp-Session-Id` or connection, and it is asked whatever `on` says. With a
   * fault the body is not read and nothing else is asked; without one the exchange goes on as if nothing had been.
   */
  onHead?(exchange: Exchange, params: z.output<z.ZodObject<Shape>>): Maybe<FaultChoice>;
  /** Whether `onHead` needs to be asked at all. Default: yes. */
  readsHead?(params: z.output<z.ZodObject<Shape>>): boolean;
  /** Chooses a fault before the healthy server is asked. Runs at arrival, in the order of arrival. */
  onRequest?(
    exchange: Exchange,
    params: z.output<z.ZodObject<Shape>>,
  ): Maybe<FaultChoice> | Promise<Maybe<FaultChoice>>;
  /** Chooses a fault once the healthy answer is known. */
  onResponse?(
    exchange: Exchange,
    answer: Answer,
    params: z.output<z.ZodObject<Shape>>,
  ): Maybe<FaultChoice> | Promise<Maybe<FaultChoice>>;
  /**
   * Changes tools, resources, prompts and dialogues of the healthy server for one session. It also runs when a selection
   * is saved: a `ParamsError` thrown here refuses params that do not fit the catalogue.
   */
  configureServer?(plan: ServerPlan, params: z.output<z.ZodObject<Shape>>): void;
  /** What became of the scenario's own rules in a session, from what it remembered. */
  report?(
    memory: ReadonlyMap<string, unknown>,
    params: z.output<z.ZodObject<Shape>>,
  ): readonly RuleReport[];
}

/** A scenario as the kitchen runs it, whatever its params are. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly group: ScenarioGroup;
  readonly summary: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly lesson: string;
  /** The seed where a selection names none; chosen by chance without. */
  readonly seed?: number | undefined;
  /** The strict schema, `on` included where the scenario is targeted. */
  readonly params: z.ZodType<Record<string, unknown>>;
  /** True where hooks run only for the requests that the param `on` means. */
  readonly targeted: boolean;
  readonly onHead:
    | ((exchange: Exchange, params: Readonly<Record<string, unknown>>) => Maybe<FaultChoice>)
    | undefined;
  readonly readsHead: ((params: Readonly<Record<string, unknown>>) => boolean) | undefined;
  readonly onRequest:
    Hook<[exchange: Exchange, params: Readonly<Record<string, unknown>>]> | undefined;
  readonly onResponse:
    | Hook<[exchange: Exchange, answer: Answer, params: Readonly<Record<string, unknown>>]>
    | undefined;
  readonly configureServer:
    ((plan: ServerPlan, params: Readonly<Record<string, unknown>>) => void) | undefined;
  readonly report:
    | ((
        memory: ReadonlyMap<string, unknown>,
        params: Readonly<Record<string, unknown>>,
      ) => readonly RuleReport[])
    | undefined;
}
type Hook<Args extends unknown[]> = (
  ...args: Args
) => Maybe<FaultChoice> | Promise<Maybe<FaultChoice>>;

/** A loaded scenario, with the file it came from. */
export interface LoadedScenario {
  readonly scenario: Scenario;
  /** Absolute path of the file. */
  readonly source: string;
}
