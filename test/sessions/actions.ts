/** What clients, admins and time may do to a kitchen, in any order. */
import * as fc from 'fast-check';
import type { ModelChoice, ModelSelection } from './model-words.js';

export interface RequestAction {
  /** Index into the clients. */
  readonly client: string;
  /** `a`, `b`: the workspaces' own addresses; `a/k1`: the KEY `k1` of workspace `a`. */
  readonly at: string;
  readonly what:
    | { readonly kind: 'discover'; readonly id: 'probe' | 'fresh' }
    | { readonly kind: 'call'; readonly tool: string }
    | {
        readonly kind: 'round';
        /** Which of the states that were given out; `foreign`: made up; `lost`: sent without. */
        readonly state: number | 'foreign' | 'lost';
        readonly answers: 'all' | 'none';
      }
    | { readonly kind: 'method'; readonly method: string }
    | { readonly kind: 'notification' }
    | { readonly kind: 'garbage'; readonly body: string }
    | { readonly kind: 'listen' };
}

export type AdminAction =
  | {
      readonly do: 'save';
      readonly workspace: string;
      readonly choice: ModelChoice;
      readonly newSessionOn: ModelSelection['newSessionOn'];
      readonly endSessions: boolean;
    }
  | {
      readonly do: 'order';
      readonly workspace: string;
      readonly key: string;
      readonly choice: ModelChoice;
    }
  /** `session`: which of all sessions so far, modulo their number. */
  | { readonly do: 'end'; readonly session: number }
  | { readonly do: 'endAll'; readonly workspace: string };

export interface Meanwhile {
  readonly turns: number;
  readonly act: AdminAction;
}

export type Action =
  | {
      readonly do: 'send';
      /** Under way at the same time. */
      readonly requests: readonly RequestAction[];
      /** What an admin does while they are, so many turns of the microtask queue after they set out. */
      readonly meanwhile: Meanwhile | null;
    }
  | AdminAction
  | { readonly do: 'pass'; readonly ms: number }
  /** The client closes one of its open streams. */
  | { readonly do: 'close'; readonly stream: number };

const CHOICES: readonly ModelChoice[] = [
  { scenario: 'baseline', params: {} },
  { scenario: 'baseline', params: { delayMs: 30_000 } },
  { scenario: 'baseline', params: { delayMs: 120_000 } },
  { scenario: 'http_status_sequence', params: { statusCodes: [503] } },
  { scenario: 'http_status_sequence', params: { statusCodes: [503, 200] } },
  {
    scenario: 'http_status_sequence',
    params: { statusCodes: [429, 200, 200], afterEnd: 'cycle', on: { method: 'tools/call' } },
  },
  { scenario: 'jsonrpc_error', params: { code: -32603 } },
  { scenario: 'tool_error', params: {} },
];

const weighted = <T>(...arms: readonly (readonly [weight: number, fc.Arbitrary<T>])[]) =>
  fc.oneof(...arms.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** The first is the likeliest: whatever repeats needs the same client at the same address. */
const mostly = <T extends string>(first: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  weighted([2 * others.length, fc.constant(first)], [others.length, fc.constantFrom(...others)]);

const what: fc.Arbitrary<RequestAction['what']> = weighted<RequestAction['what']>(
  [5, fc.record({ kind: fc.constant('discover'), id: fc.constantFrom('probe', 'fresh') })],
  [
    6,
    fc.record({
      kind: fc.constant('call'),
      tool: fc.constantFrom('run_scenario', 'echo', 'ask', 'ask', 'slow'),
    }),
  ],
  [
    4,
    fc.record({
      kind: fc.constant('round'),
      state: weighted<number | 'foreign' | 'lost'>(
        [6, fc.nat(5)],
        [1, fc.constantFrom('foreign', 'lost')],
      ),
      answers: fc.constantFrom('all', 'none'),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('method'),
      method: fc.constantFrom('initialize', 'kitchen/unknown'),
    }),
  ],
  [1, fc.record({ kind: fc.constant('notification') })],
  [1, fc.record({ kind: fc.constant('garbage'), body: fc.constantFrom('{"jsonrpc":', '') })],
  [1, fc.record({ kind: fc.constant('listen') })],
);

const request: fc.Arbitrary<RequestAction> = fc.record({
  client: mostly('alpha 1', 'alpha 2', 'beta 1', 'anonymous'),
  at: mostly('a', 'a/k1', 'a/k2', 'b'),
  what,
});

const workspace = mostly('a', 'b', 'b');
const choice = fc.constantFrom(...CHOICES);

const adminAction: fc.Arbitrary<AdminAction> = weighted<AdminAction>(
  [
    8,
    fc.record({
      do: fc.constant('save'),
      workspace,
      choice,
      newSessionOn: mostly('handshake', 'idle', 'end'),
      endSessions: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
    }),
  ],
  [2, fc.record({ do: fc.constant('order'), workspace, key: mostly('k1', 'k2', 'k2'), choice })],
  [2, fc.record({ do: fc.constant('end'), session: fc.nat(20) })],
  [1, fc.record({ do: fc.constant('endAll'), workspace })],
);

const meanwhile = fc.record({ turns: fc.nat(60), act: adminAction });

const sendAction: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('send'),
  requests: weighted(
    [3, fc.tuple(request)],
    [1, fc.array(request, { minLength: 2, maxLength: 3 })],
  ),
  meanwhile: weighted<Meanwhile | null>([4, fc.constant(null)], [1, meanwhile]),
});

const passAction: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('pass'),
  ms: fc.constantFrom(300, 1_000, 30_000, 59_999, 60_000, 90_000, 600_000, 3_600_000),
});

export const actions: fc.Arbitrary<Action[]> = fc.array(
  weighted<Action>(
    [10, sendAction],
    [3, adminAction],
    [3, passAction],
    [1, fc.record({ do: fc.constant('close'), stream: fc.nat(3) })],
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);
