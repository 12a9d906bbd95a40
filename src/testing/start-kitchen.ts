/** Starts a kitchen inside a test. */
import { createKitchen } from '../kitchen.js';
import type { OrderInput } from '../service.js';
import { closeWithVitest } from './close-with-vitest.js';
import { expectObservation } from './expect-observation.js';
import type { TestKitchen, TestKitchenOptions, TestSession } from './test-kitchen.js';

/**
 * Starts a kitchen on a free port with its record in memory, so that test files run side by side. Under vitest it
 * closes by itself: when the test is over, or, where no test runs yet (at the top level, in `beforeAll`), after the
 * last test of the file. With any other runner close it by `await using`, `close()` or `closeWith`.
 * @throws StartError where the port is taken, or the scenario or its params are wrong
 */
export async function startKitchen(options: TestKitchenOptions = {}): Promise<TestKitchen> {
  const { closeWith = closeWithVitest, port = 0, db = ':memory:', ...others } = options;
  const starting = createKitchen({ ...others, port, db });
  // Before any waiting: only now is the test that asks the one that runs.
  closeWith(async () => {
    const started = await starting.catch(() => null);
    await started?.close();
  });
  const kitchen = await starting;
  const order = (
    what: string | (OrderInput & { readonly workspace?: string }),
    params?: Readonly<Record<string, unknown>>,
  ): TestSession => {
    const ordered = kitchen.order(typeof what === 'string' ? { scenario: what, params } : what);
    const { id: session, workspace } = ordered;
    return {
      ...ordered,
      session,
      observations: () => kitchen.observations({ workspace, session, after: 0, limit: 500 }),
      expectObservation: (wanted, { timeoutMs } = {}) =>
        expectObservation(kitchen, wanted, { workspace, session, timeoutMs }),
    };
  };
  return {
    ...kitchen,
    order,
    expectObservation: (wanted, expectOptions) => expectObservation(kitchen, wanted, expectOptions),
    [Symbol.asyncDispose]: () => kitchen.close(),
  };
}
