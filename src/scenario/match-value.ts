/** Matching a value of a request: by equality, prefix or glob, never by an expression that could backtrack. */
import { z } from 'zod';

type Scalar = string | number | boolean | null;

export type Match =
  Scalar | { readonly prefix: string } | { readonly glob: string } | { readonly exists: boolean };

const pattern = z.string().max(10_000);

export const matchSchema: z.ZodType<Match, Match> = z.union([
  pattern,
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ prefix: pattern }),
  z.strictObject({ glob: pattern }),
  z.strictObject({ exists: z.boolean() }),
]);

/** @param value undefined where the request has no such member */
export function matches(match: Match, value: unknown): boolean {
  if (typeof match !== 'object' || match === null) return match === value;
  if ('exists' in match) return match.exists === (value !== undefined);
  if (typeof value !== 'string') return false;
  return 'prefix' in match ? value.startsWith(match.prefix) : fitsGlob(match.glob, value);
}

/**
 * `*` stands for any text, `?` for one character. The last star is the only place to come back to, so that this takes
 * no longer than the product of both lengths.
 */
export function fitsGlob(glob: string, text: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let retry = 0;
  while (index < text.length) {
    if (glob[at] === '*') {
      star = at;
      at += 1;
      retry = index;
    } else if (at < glob.length && (glob[at] === '?' || glob[at] === text[index])) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      retry += 1;
      index = retry;
    } else {
      return false;
    }
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}

/** An own member by its name, or by a JSON Pointer (RFC 6901) that begins with `/`; undefined where there is none. */
export function memberAt(value: unknown, name: string): unknown {
  return memberFinder(name)(value);
}

/** The same for one name and many values. */
export function memberFinder(name: string): (value: unknown) => unknown {
  if (!name.startsWith('/')) return (value) => own(value, name);
  const path = name
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (value) => path.reduce(own, value);
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key) as unknown;
}
