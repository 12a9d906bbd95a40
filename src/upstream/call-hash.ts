/** Fingerprints of JSON values, the same for equal values whatever the order of their members. */
import { createHash } from 'node:crypto';

/** Deeper levels all count as equal: no client's arguments may exhaust the stack. */
const MAX_DEPTH = 200;

/** SHA-256 in Base64url of the value's canonical JSON (members sorted). */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value, MAX_DEPTH)).digest('base64url');
}

function canonicalJson(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === 0) return '"…"';
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => canonicalJson(item, depth - 1)).join(',')}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, depth - 1)}`);
  return `{${members.join(',')}}`;
}
