/** Places in a JSON value (RFC 6901), and JSON Patch (RFC 6902) on a whole message. */
import { isDeepStrictEqual } from 'node:util';
import { applyPatch, type Operation, Pointer } from 'rfc6902';
import { z } from 'zod';
import { FaultError } from '../fault-error.js';
import { jsonWeight } from './json-weight.js';

/** A few copies of copies would fill the memory of any machine, and the time of all others long before. */
const MAX_COPIED = 4 * 1024 ** 2;

export function jsonPointer(): z.ZodString {
  return z
    .string()
    .max(10_000)
    .regex(/^(?:\/(?:[^~]|~[01])*)?$/, 'Must be a JSON Pointer, say /result/isError');
}

/**
 * The value with the operations done to a copy of it; null where one of them is a `test` that failed.
 * @throws FaultError where an operation does not fit the value, or copies more than 4 MiB with those before it
 */
export function patchedValue(
  value: unknown,
  patch: readonly Operation[],
): { readonly value: unknown } | null {
  const isShielded = patch.some(({ path }) => RESERVED.test(path));
  const message = isShielded ? renamed(value, shielded) : structuredClone(value);
  const document = { message };
  let room = MAX_COPIED;
  for (const [index, entry] of patch.entries()) {
    const operation = within(structuredClone(entry), isShielded);
    if (operation.op === 'test') {
      if (!isDeepStrictEqual(valueAt(document, operation.path), operation.value)) return null;
      continue;
    }
    const fails = (why: string): FaultError =>
      new FaultError(`patch[${String(index)}]: cannot ${entry.op} ${entry.path}: ${why}`);
    if (operation.op === 'copy') {
      room -= jsonWeight(valueAt(document, operation.from), room);
      if (room < 0) throw fails('the copies would come to more than 4 MiB');
    }
    const [failure = null] = applyPatch(document, [operation]);
    if (failure !== null) throw fails(reasonOf(failure, isShielded));
  }
  return { value: isShielded ? renamed(document.message, bared) : document.message };
}

/** A copy of the value with another one at a place, as `add` of JSON Patch puts it there. */
export function put(value: unknown, path: string, added: unknown): unknown {
  return patchedValue(value, [{ op: 'add', path, value: added }])?.value;
}

function valueAt(document: object, path: string): unknown {
  return Pointer.fromJSON(path).evaluate(document).value;
}

/** Below a member of its own, so that the whole message can be replaced as well. */
function within(entry: Operation, isShielded: boolean): Operation {
  const placed = (path: string): string =>
    `/message${isShielded ? path.split('/').map(shielded).join('/') : path}`;
  const moved = { ...entry, path: placed(entry.path) };
  return 'from' in moved ? { ...moved, from: placed(moved.from) } : moved;
}

/** What the library says, with the places as they are written in the patch. */
function reasonOf({ message, name }: Error, isShielded: boolean): string {
  const reason = (message || name).replaceAll(/(?<=: )\/message(?=\/|$)/g, '');
  return isShielded ? reason.replaceAll(SHIELD, '') : reason;
}

/** Names that JSON Patch libraries do not touch, and that broken clients trip over. */
const RESERVED = /(?:^|\/)(?:__proto__|constructor|prototype)(?:\/|$)/;
const SHIELD = '\uE000';

function shielded(name: string): string {
  return RESERVED.test(name) ? SHIELD + name : name;
}

function bared(name: string): string {
  return name.startsWith(SHIELD) ? name.slice(SHIELD.length) : name;
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [rename(name), renamed(member, rename)] as const,
  );
  return Object.fromEntries(members);
}
