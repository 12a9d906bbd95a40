/** vitest's `test` with a fixture: a kitchen for each test that asks for one. */
import { test as vitestTest, type TestAPI } from 'vitest';
import { startKitchen } from './start-kitchen.js';
import type { TestKitchen, TestKitchenOptions } from './test-kitchen.js';

export interface KitchenFixtures {
  /** A kitchen of the test's own, closed when the test is over; concurrent tests have one each. */
  readonly kitchen: TestKitchen;
  /** What `kitchen` is started with: `test.override({ kitchenOptions: { scenario: 'tool_error' } })`. */
  readonly kitchenOptions: TestKitchenOptions;
}

export const test: TestAPI<KitchenFixtures> = vitestTest.extend<KitchenFixtures>({
  kitchenOptions: {},
  kitchen: async ({ kitchenOptions }, use) => {
    const kitchen = await startKitchen({ ...kitchenOptions, closeWith: () => undefined });
    try {
      await use(kitchen);
    } finally {
      await kitchen.close();
    }
  },
});
export { test as it };
