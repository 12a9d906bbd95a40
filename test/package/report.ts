/** Says what was checked, what was skipped and why, and what failed. */

export interface Report {
  /** Runs a check, whose result is a detail worth printing; null where it failed. */
  check<T extends string | undefined>(title: string, run: () => Promise<T>): Promise<T | null>;
  skip(title: string, reason: string): void;
  /** Prints the counts; true where nothing failed. */
  close(): boolean;
}

export function openReport(print: (line: string) => void): Report {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  return {
    async check(title, run) {
      const began = performance.now();
      const took = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
      try {
        const detail = await run();
        counts.passed += 1;
        print(`✓ ${title}${detail === undefined ? '' : `: ${detail}`} (${took()})`);
        return detail;
      } catch (error) {
        counts.failed += 1;
        const reason = error instanceof Error ? error.message : String(error);
        print(`✗ ${title} (${took()})\n  ${reason.replaceAll('\n', '\n  ')}`);
        return null;
      }
    },
    skip(title, reason) {
      counts.skipped += 1;
      print(`- ${title} skipped: ${reason}`);
    },
    close() {
      const { passed, failed, skipped } = counts;
      print(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
      return failed === 0;
    },
  };
}
