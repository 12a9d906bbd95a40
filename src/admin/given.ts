/** Optional members that callers may also give as undefined, which an API typed by its document does not know. */

export type Given<T> = {
  readonly [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key];
};

type WithoutUndefined<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

/** The same as plain data, which has no undefined. */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  return JSON.parse(JSON.stringify(given));
}
