/** The report on the ledger: a table of its groups, and by name what is not covered. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, type GroupCoverage } from './ledger-coverage.js';
import { readLedger } from './ledger-format.js';
import { type Report, tableOf } from './report.js';
import { readRows } from './rows.js';

/** @param folder holds `rows.yaml` and the folder `ledger` */
export function ledgerReport(folder: string, passed: ReadonlySet<string>): Report {
  const { groups, coveredAtLeast } = readRows(join(folder, 'rows.yaml'));
  const coverages = groups
    .filter(({ rows }) => rows.length > 0)
    .map((group) => {
      const hasFile = existsSync(join(folder, 'ledger', `${group.name}.yaml`));
      const file = hasFile ? readLedger(join(folder, 'ledger'), group.name) : {};
      return coverageOf(group, file, passed);
    });
  const sum = (count: (coverage: GroupCoverage) => number): number =>
    coverages.reduce((total, coverage) => total + count(coverage), 0);
  const line = (name: string, title: string, of: typeof sum): (string | number)[] => [
    name,
    title,
    of(({ rows }) => rows),
    of(({ covered }) => covered.length),
    of(({ failing }) => failing.length),
    of(({ cannot }) => cannot.length),
    of(({ missing }) => missing.length),
  ];
  const table = tableOf(
    ['Group', '', 'Rows', 'Covered', 'Failing', 'Cannot', 'Missing'],
    [
      ...coverages.map((coverage) =>
        line(coverage.name, coverage.title, (count) => count(coverage)),
      ),
      line('', 'Together', sum),
    ],
  );
  const covered = sum((coverage) => coverage.covered.length);
  const verdict = `${String(covered)} of ${String(sum(({ rows }) => rows))} faults are covered by passing tests; ${String(coveredAtLeast)} are declared.`;
  return {
    text: [table, ...coverages.flatMap(namesOf), verdict].join('\n'),
    isEnough: covered >= coveredAtLeast && coverages.every(({ unlisted }) => unlisted.length === 0),
  };
}

function namesOf({ failing, cannot, missing, unlisted }: GroupCoverage): readonly string[] {
  return [
    ...failing.map(({ id, title, variants }) => `failing  ${id} ${title}: ${variants.join(', ')}`),
    ...cannot.map(({ id, title, reason }) => `cannot   ${id} ${title}: ${reason}`),
    ...missing.map(({ id, title }) => `missing  ${id} ${title}`),
    ...unlisted.map((id) => `unlisted ${id}`),
  ];
}
