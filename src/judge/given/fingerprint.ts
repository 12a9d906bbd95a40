/** Compares values of any size exactly without keeping them. */
import { createHash } from 'node:crypto';

/** The same for equal JSON values alone; the order of members counts, since what is opaque has none. */
export function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url');
}

export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
