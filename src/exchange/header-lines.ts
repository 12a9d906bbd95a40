/** Finds header lines by name; each exchange does so dozens of times. */

/** @param name in lower case */
export function isNamed(candidate: string, name: string): boolean {
  return candidate.length === name.length && candidate.toLowerCase() === name;
}
