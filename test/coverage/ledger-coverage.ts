/** What of the list is covered: by which tests, and whether they passed. */
import type { LedgerFile } from './ledger-format.js';
import type { ListedGroup } from './rows.js';

export interface Entry {
  readonly id: string;
  readonly title: string;
}

export interface GroupCoverage {
  readonly name: string;
  readonly title: string;
  readonly rows: number;
  /** Every variant passed. */
  readonly covered: readonly Entry[];
  readonly failing: readonly (Entry & { readonly variants: readonly string[] })[];
  readonly cannot: readonly (Entry & { readonly reason: string })[];
  readonly missing: readonly Entry[];
  /** In the file, but not in the list. */
  readonly unlisted: readonly string[];
}

/** The name of the test of a variant. */
export function testName(id: string, variant: string): string {
  return `${id} ${variant}`;
}

/** @param passed names of the tests that passed */
export function coverageOf(
  group: ListedGroup,
  file: LedgerFile,
  passed: ReadonlySet<string>,
): GroupCoverage {
  const covered: Entry[] = [];
  const failing: GroupCoverage['failing'][number][] = [];
  const cannot: GroupCoverage['cannot'][number][] = [];
  const missing: Entry[] = [];
  for (const entry of group.rows) {
    const row = Object.hasOwn(file, entry.id) ? file[entry.id] : undefined;
    if (row === undefined) missing.push(entry);
    else if ('cannot' in row) cannot.push({ ...entry, reason: row.cannot });
    else {
      const variants = Object.keys(row.variants).filter(
        (name) => !passed.has(testName(entry.id, name)),
      );
      if (variants.length === 0) covered.push(entry);
      else failing.push({ ...entry, variants });
    }
  }
  const listed = new Set([...group.rows, ...group.later].map(({ id }) => id));
  return {
    name: group.name,
    title: group.title,
    rows: group.rows.length,
    covered,
    failing,
    cannot,
    missing,
    unlisted: Object.keys(file).filter((id) => !listed.has(id)),
  };
}
