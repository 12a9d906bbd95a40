/** Which reports the corpus stands for, and what it lacks. */
import {
  type CorpusEntry,
  type CorpusFile,
  type Kinds,
  type ReportEra,
  testsOf,
} from './corpus-format.js';

type Era = CorpusEntry['given']['era'];

/** In which eras a selection may be played to stand for a report. */
const STANDS_FOR: Readonly<Record<ReportEra, readonly Era[]>> = {
  L: ['legacy', 'both'],
  M: ['modern', 'both'],
  LM: ['modern', 'legacy', 'both'],
  S: ['sse'],
};
/** In which of them each era of the reports is met. */
const MET_BY: Readonly<Record<ReportEra, readonly (readonly Era[])[]>> = {
  L: [['legacy', 'both']],
  M: [['modern', 'both']],
  LM: [
    ['modern', 'both'],
    ['legacy', 'both'],
  ],
  S: [['sse']],
};
const SELECTIONS_AT_LEAST = 3;

export interface KindCoverage {
  readonly kind: string;
  readonly title: string;
  readonly reports: number;
  readonly selections: number;
  /** Ids whose selections all passed. */
  readonly covered: readonly string[];
  readonly none: readonly (readonly [id: string, reason: string])[];
  readonly missing: readonly string[];
  /** What is wrong with the file, whatever the tests say. */
  readonly problems: readonly string[];
}

export function kindCoverage(
  kind: string,
  kinds: Kinds,
  file: CorpusFile | undefined,
  passed: ReadonlySet<string>,
): KindCoverage {
  const { title, reports } = kinds[kind] ?? { title: '', reports: {} };
  const { selections, none } = file ?? { selections: {}, none: {} };
  const entries = Object.entries(selections);
  const stood = new Map<string, boolean>();
  const problems: string[] = [];
  for (const [name, entry] of entries) {
    const hasPassed = testsOf(kind, name, entry).every((test) => passed.has(test.name));
    for (const id of entry.given.reports) {
      stood.set(id, (stood.get(id) ?? true) && hasPassed);
      const report = reports[id];
      if (report === undefined) problems.push(`${name}: ${id} is no report of ${kind}`);
      else if (!STANDS_FOR[report.era].includes(entry.given.era)) {
        problems.push(`${name}: ${id} is about ${report.era}, not about ${entry.given.era}`);
      }
    }
  }
  for (const id of Object.keys(none)) {
    if (reports[id] === undefined) problems.push(`none: ${id} is no report of ${kind}`);
    if (stood.has(id)) problems.push(`none: ${id} is reproduced`);
  }
  if (entries.length < SELECTIONS_AT_LEAST) problems.push(`Only ${entries.length} selections`);
  const eras = new Set(Object.values(reports).map(({ era }) => era));
  for (const era of eras) {
    for (const wanted of MET_BY[era]) {
      const isMet = entries.some(([, entry]) => wanted.includes(entry.given.era));
      if (!isMet) problems.push(`No selection of the era ${wanted[0] ?? ''}`);
    }
  }
  return {
    kind,
    title,
    reports: Object.keys(reports).length,
    selections: entries.length,
    covered: [...stood].filter(([, hasPassed]) => hasPassed).map(([id]) => id),
    none: Object.entries(none),
    missing: Object.keys(reports).filter((id) => !stood.has(id) && !Object.hasOwn(none, id)),
    problems: [...new Set(problems)],
  };
}
