/** What is asked of the official conformance suite, and what it has to say. */

export interface SuiteRun {
  readonly title: string;
  /** Arguments of `conformance server`, beside the address and the list of expected failures. */
  readonly args: readonly string[];
  /** A list of expected failures, in this folder; a warning counts as a failure there. */
  readonly expectedFailures: string;
  /** At least so many checks have to pass: a run that found nothing to do exits 0 as well. */
  readonly passed: number;
  /** At most so many may fail: those of scenarios that the suite runs and does not score. */
  readonly failed: number;
}

export const RUNS: readonly SuiteRun[] = [
  {
    title: '2026-07-28, what is required',
    args: ['--requirements', '2026-07-28'],
    expectedFailures: 'expected-2026-07-28.yml',
    passed: 152,
    // All of them in the scenarios of the tasks extension, which the kitchen does not have.
    failed: 30,
  },
  {
    title: '2026-07-28, all there is',
    args: ['--suite', 'all', '--spec-version', '2026-07-28'],
    expectedFailures: 'expected-2026-07-28.yml',
    passed: 152,
    failed: 0,
  },
  {
    title: '2025-11-25, what is required',
    args: ['--requirements', '2025-11-25'],
    expectedFailures: 'expected-2025-11-25.yml',
    passed: 83,
    failed: 0,
  },
];
