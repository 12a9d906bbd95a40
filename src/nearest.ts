/** Finds what a misspelt word was meant to be. */
import { distance } from 'fastest-levenshtein';

/** The candidate that differs least, if it differs little enough to be meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const furthest = Math.max(2, Math.floor(word.length / 3));
  return candidates
    .map((candidate) => ({ candidate, off: distance(word.slice(0, 100), candidate) }))
    .filter(({ off }) => off <= furthest)
    .toSorted((a, b) => a.off - b.off)[0]?.candidate;
}
