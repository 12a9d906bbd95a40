import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kindCoverage } from './corpus-coverage.js';
import { type CorpusFile, type Kinds, readCorpus, readReports, testsOf } from './corpus-format.js';
import { REPORTS_AT_LEAST } from './corpus-report.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

describe('coverage of the corpus', () => {
  const kinds: Kinds = {
    K01: {
      title: 'A kind',
      reports: {
        'B-001': { ref: 'a/b#1', era: 'LM' },
        'B-002': { ref: 'a/b#2', era: 'L' },
        'B-003': { ref: 'a/b#3', era: 'S' },
        'B-004': { ref: 'a/b#4', era: 'M' },
      },
    },
  };
  const entry = (
    era: 'modern' | 'legacy' | 'both' | 'sse',
    ...reports: string[]
  ): CorpusFile['selections'][string] => ({
    select: { scenario: 'baseline' },
    steps: [{ ask: { request: 'call' }, see: {} }],
    given: { era, sends: '', reports },
  });

  it('stands for a report once all tests of its selections passed', () => {
    const file = {
      selections: { a: entry('both', 'B-001'), b: entry('legacy', 'B-002') },
      none: {},
    };
    const passed = new Set(['K01 a modern', 'K01 b']);
    expect(kindCoverage('K01', kinds, file, passed).covered).toEqual(['B-002']);
    passed.add('K01 a legacy');
    expect(kindCoverage('K01', kinds, file, passed).covered).toEqual(['B-001', 'B-002']);
  });

  it('tells what nothing reproduces from what is missing', () => {
    const file = { selections: { a: entry('both', 'B-001') }, none: { 'B-003': 'Because.' } };
    const coverage = kindCoverage('K01', kinds, file, new Set());
    expect(coverage.none).toEqual([['B-003', 'Because.']]);
    expect(coverage.missing).toEqual(['B-002', 'B-004']);
  });

  it('sees selections of the wrong era, and eras without any', () => {
    const file = { selections: { a: entry('modern', 'B-002') }, none: { 'B-009': 'Unknown.' } };
    expect(kindCoverage('K01', kinds, file, new Set()).problems).toEqual([
      'a: B-002 is about L, not about modern',
      'none: B-009 is no report of K01',
      'Only 1 selections',
      'No selection of the era legacy',
      'No selection of the era sse',
    ]);
  });
});

describe('the corpus', () => {
  const kinds = readReports(FOLDER);
  const corpus = readCorpus(FOLDER);
  const all = new Set(
    [...corpus].flatMap(([kind, { selections }]) =>
      Object.entries(selections).flatMap(([name, entry]) =>
        testsOf(kind, name, entry).map((test) => test.name),
      ),
    ),
  );
  const coverages = Object.keys(kinds).map((kind) =>
    kindCoverage(kind, kinds, corpus.get(kind), all),
  );

  it('knows 288 reports of 30 kinds', () => {
    expect(coverages).toHaveLength(30);
    expect(coverages.reduce((sum, { reports }) => sum + reports, 0)).toBe(288);
  });

  it('stands for enough of them, and says why not for the others', () => {
    const covered = coverages.reduce((sum, coverage) => sum + coverage.covered.length, 0);
    expect(covered).toBeGreaterThanOrEqual(REPORTS_AT_LEAST);
    expect(coverages.flatMap(({ missing }) => missing)).toEqual([]);
  });

  it.each(coverages)('has three selections of $kind, in each era it occurs in', ({ problems }) => {
    expect(problems).toEqual([]);
  });
});
