/** The report on the corpus: a table of its kinds, and by name what no selection stands for. */
import { type Report, tableOf } from '../coverage/report.js';
import { kindCoverage } from './corpus-coverage.js';
import { readCorpus, readReports } from './corpus-format.js';

/** How many reports must be stood for by passing tests. */
export const REPORTS_AT_LEAST = 250;

export function corpusReport(folder: string, passed: ReadonlySet<string>): Report {
  const kinds = readReports(folder);
  const files = readCorpus(folder);
  const coverages = Object.keys(kinds).map((kind) =>
    kindCoverage(kind, kinds, files.get(kind), passed),
  );
  const sum = (count: (coverage: (typeof coverages)[number]) => number): number =>
    coverages.reduce((total, coverage) => total + count(coverage), 0);
  const line = (kind: string, title: string, of: typeof sum): (string | number)[] => [
    kind,
    title,
    of(({ selections }) => selections),
    of(({ reports }) => reports),
    of(({ covered }) => covered.length),
    of(({ none }) => none.length),
    of(({ missing }) => missing.length),
  ];
  const table = tableOf(
    ['Kind', '', 'Selections', 'Reports', 'Stood for', 'None', 'Missing'],
    [
      ...coverages.map((coverage) =>
        line(coverage.kind, coverage.title, (count) => count(coverage)),
      ),
      line('', 'Together', sum),
    ],
  );
  const refOf = (kind: string, id: string): string => kinds[kind]?.reports[id]?.ref ?? '';
  const names = coverages.flatMap(({ kind, none, missing, problems }) => [
    ...none.map(([id, reason]) => `none     ${id} ${refOf(kind, id)}: ${reason}`),
    ...missing.map((id) => `missing  ${id} ${refOf(kind, id)}`),
    ...problems.map((problem) => `problem  ${kind}: ${problem}`),
  ]);
  const covered = sum((coverage) => coverage.covered.length);
  const verdict = `${String(covered)} of ${String(sum(({ reports }) => reports))} reports are stood for by passing tests; ${String(REPORTS_AT_LEAST)} are declared.`;
  return {
    text: [table, ...names, verdict].join('\n'),
    isEnough: covered >= REPORTS_AT_LEAST && sum(({ problems }) => problems.length) === 0,
  };
}
