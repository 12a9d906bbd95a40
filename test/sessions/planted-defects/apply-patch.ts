/** Changes source text, and refuses where it is not exactly the text that was meant. */
import type { Patch } from './defects.js';

/** @throws Error where the searched text is not found exactly once */
export function applyPatch(text: string, { file, search, replace }: Patch): string {
  const [before = '', after, ...more] = text.split(search);
  if (after === undefined || more.length > 0) {
    const times = after === undefined ? 'not there' : 'there more than once';
    throw new Error(`In ${file} this text is ${times}, so nothing can be planted:\n${search}`);
  }
  return `${before}${replace}${after}`;
}
