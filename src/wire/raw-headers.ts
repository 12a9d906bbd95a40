/** Reads single headers of a Node request without having Node build an object of all of them. */
import { isNamed } from '../exchange/header-lines.js';

/** The first value; null if absent. @param flat `rawHeaders` @param name in lower case */
export function rawHeader(flat: readonly string[], name: string): string | null {
  for (let index = 0; index + 1 < flat.length; index += 2) {
    if (isNamed(flat[index] ?? '', name)) return flat[index + 1] ?? null;
  }
  return null;
}
