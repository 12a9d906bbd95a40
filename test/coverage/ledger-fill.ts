/** Fills in what an entry cannot know: the address of its session, and what earlier answers said. */

/** The value at a JSON Pointer, or the header `#name`, in the answer of a step, from 1. */
export type Look = (index: number, pointer: string) => unknown;

/**
 * `$PATH` and such in texts; a text that is `$1/result/x` alone stands for that value of the first answer, and `$1#name`
 * for its header.
 */
export function filled<T>(value: T, words: Readonly<Record<string, string>>, look?: Look): T {
  if (typeof value === 'string') {
    const from = /^\$(\d+)((?:[/#][^\s]*)?)$/.exec(value);
    if (from !== null && look !== undefined) return look(Number(from[1]), from[2] ?? '') as T;
    return value.replace(/\$[A-Z]+\b/g, (word) => words[word] ?? word) as T;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, words, look)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, filled(item, words, look)]);
  return Object.fromEntries(entries) as T;
}
