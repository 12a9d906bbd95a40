/** A kitchen for a test, closed when the test is over. */
import { onTestFinished } from 'vitest';
import type { Kitchen, KitchenOptions } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';

export async function testKitchen(options: KitchenOptions = {}): Promise<Kitchen> {
  const kitchen = await createKitchen({ port: 0, db: ':memory:', ...options });
  onTestFinished(() => kitchen.close());
  return kitchen;
}
