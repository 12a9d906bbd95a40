/** Chance without history: the same seed, rule and count give the same number on every run. */
import { createHash } from 'node:crypto';

const BITS = 48;

/**
 * A number in [0, 1), a function of its arguments alone.
 *
 * @param seed 0 to 2^32 - 1
 * @param rule Names what the chance decides, so that no rule takes another one's luck.
 * @param n Which request this is among those that the rule is asked for, from 1.
 */
export function chance(seed: number, rule: string, n: number): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, rule, n]))
    .digest();
  return digest.readUIntBE(0, BITS / 8) / 2 ** BITS;
}
