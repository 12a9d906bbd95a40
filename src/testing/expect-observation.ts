/** Waits for an observation in a test, and tells what was observed instead where none comes. */
import { AssertionError } from 'node:assert';
import { inspect } from 'node:util';
import picocolors from 'picocolors';
import { formatObservation } from '../cli/observation-line.js';
import type { Kitchen } from '../kitchen-options.js';
import type { Observation } from '../observations/observation.js';
import { findDifference, type Pattern } from './find-difference.js';

/**
 * What an observation must contain, or a function that says whether it fits. A function may also throw, say a failed
 * `expect()`: then the observation does not fit, for the reason that the error gives.
 */
export type Wanted = Pattern<Observation> | ((observation: Observation) => boolean | void);

export interface ExpectOptions {
  /** Milliseconds, 2,000 by default: less than the time that vitest and Jest give a whole test. */
  readonly timeoutMs?: number | undefined;
  /** Default `default`. */
  readonly workspace?: string | undefined;
  /** Id of the only session that counts. Default: any. */
  readonly session?: string | undefined;
}

const TIMEOUT_MS = 2_000;
const LISTED = 20;

/** Resolves with a finished observation that fits; rejects with an `AssertionError` that lists those that do not. */
export async function expectObservation(
  kitchen: Kitchen,
  wanted: Wanted,
  { timeoutMs = TIMEOUT_MS, workspace = 'default', session }: ExpectOptions = {},
): Promise<Observation> {
  const inScope = (observation: Observation): boolean =>
    session === undefined || observation.session === session;
  const seen = (): readonly Observation[] =>
    kitchen.observations({ workspace, limit: 500, ...(session !== undefined && { session }) });
  // Throws for a workspace that does not exist; from here on a rejection means waiting in vain.
  seen();
  const fits = (observation: Observation): boolean =>
    inScope(observation) && reasonAgainst(wanted, observation) === null;
  try {
    return await kitchen.waitFor(fits, { workspace, timeoutMs });
  } catch {
    const place = session === undefined ? `workspace ${workspace}` : `session ${session}`;
    const message = [
      `No observation fitted within ${String(timeoutMs)} ms.`,
      `Wanted: ${describe(wanted)}`,
      ...listObservations(wanted, seen(), place),
    ].join('\n');
    throw new AssertionError({ message });
  }
}

/** Why an observation does not fit; empty where a function only said no, null where it fits. */
function reasonAgainst(wanted: Wanted, observation: Observation): string | null {
  if (typeof wanted !== 'function') return findDifference(wanted, observation);
  try {
    return wanted(observation) === false ? '' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function describe(wanted: Wanted): string {
  return typeof wanted === 'function'
    ? 'what the function accepts'
    : inspect(wanted, { depth: 6, breakLength: 100 });
}

function listObservations(
  wanted: Wanted,
  newestFirst: readonly Observation[],
  place: string,
): readonly string[] {
  if (newestFirst.length === 0) {
    return [`Nothing was observed in ${place}: did the client send to its address?`];
  }
  const colors = picocolors.createColors(false);
  const earlier = newestFirst.length - LISTED;
  return [
    `Observed in ${place}:`,
    ...(earlier > 0 ? [`  … and ${String(earlier)} before these`] : []),
    ...newestFirst
      .slice(0, LISTED)
      .toReversed()
      .flatMap((observation) => {
        const reason =
          observation.state === 'open' ? 'still open' : (reasonAgainst(wanted, observation) ?? '');
        return [
          `  ${formatObservation(observation, colors)}`,
          ...(reason === '' ? [] : [`      ${reason.replaceAll('\n', '\n      ')}`]),
        ];
      }),
  ];
}
