/** What a test gets from `startKitchen()`. */
import type { Kitchen, KitchenOptions } from '../kitchen-options.js';
import type { Observation } from '../observations/observation.js';
import type { OrderedSession, OrderInput } from '../service.js';
import type { ExpectOptions, Wanted } from './expect-observation.js';

/** Options of a kitchen, with defaults for a test: any free port, and a record in memory. */
export interface TestKitchenOptions extends KitchenOptions {
  /**
   * Takes the function that closes the kitchen, to call it when the test is over: `(close) => t.after(close)` with
   * `node:test`. Default: the hooks of vitest where vitest runs the test, else nothing, and you close the kitchen
   * yourself, with `await using` or `close()`.
   */
  readonly closeWith?: ((close: () => Promise<void>) => unknown) | undefined;
}

/** A session with a fault and an address of its own. */
export interface TestSession extends OrderedSession {
  /** The session's id under the name that it has in its observations. */
  readonly session: string;
  /** What was observed in the session so far, oldest first, at most 500. */
  observations(): readonly Observation[];
  /** As the kitchen's, for this session alone. */
  expectObservation(
    wanted: Wanted,
    options?: Pick<ExpectOptions, 'timeoutMs'>,
  ): Promise<Observation>;
}

/** A kitchen inside a test. */
export interface TestKitchen extends Kitchen, AsyncDisposable {
  /**
   * Orders a session of its own. Any number of them run side by side: parallel tests can share one kitchen.
   * @throws KitchenError where there is no such scenario or the params are wrong
   */
  order(scenario: string, params?: Readonly<Record<string, unknown>>): TestSession;
  order(order: OrderInput & { readonly workspace?: string }): TestSession;
  /**
   * Waits for a finished observation, past or to come, that fits. Where none comes in time it rejects, and the message
   * lists what was observed instead, with the first difference of each.
   */
  expectObservation(wanted: Wanted, options?: ExpectOptions): Promise<Observation>;
}
