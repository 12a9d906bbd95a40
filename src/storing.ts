/** Writes that a user waits for: a database that takes nothing is told as such. */
import { KitchenError } from './errors.js';

/** @throws KitchenError `store_unavailable` where the database takes nothing */
export function storing<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KitchenError('store_unavailable', `It could not be saved: ${why}`);
  }
}
