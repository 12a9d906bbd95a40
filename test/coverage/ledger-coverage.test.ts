import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { coverageOf } from './ledger-coverage.js';
import { groupsIn, type LedgerFile, readLedger } from './ledger-format.js';
import { readRows } from './rows.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const variant = { select: { scenario: 'baseline' }, steps: [] };

describe('coverage of the ledger', () => {
  const group = {
    name: 'TCP',
    title: 'Connections',
    rows: ['TCP-01', 'TCP-02', 'TCP-03', 'TCP-04'].map((id) => ({ id, title: id })),
    later: [{ id: 'TCP-05', title: 'Later' }],
  };
  const file: LedgerFile = {
    'TCP-01': { does: '', reaction: '', variants: { a: variant, b: variant } },
    'TCP-02': { does: '', reaction: '', variants: { a: variant, b: variant } },
    'TCP-03': { cannot: 'Because.' },
    'TCP-05': { cannot: 'Not yet.' },
    'TCP-99': { cannot: 'Nobody knows it.' },
  };
  const coverage = coverageOf(group, file, new Set(['TCP-01 a', 'TCP-01 b', 'TCP-02 a']));

  it('counts a row only where every variant passed', () => {
    expect(coverage.covered.map(({ id }) => id)).toEqual(['TCP-01']);
    expect(coverage.failing).toEqual([{ id: 'TCP-02', title: 'TCP-02', variants: ['b'] }]);
  });

  it('tells what cannot be from what is missing', () => {
    expect(coverage.cannot).toEqual([{ id: 'TCP-03', title: 'TCP-03', reason: 'Because.' }]);
    expect(coverage.missing.map(({ id }) => id)).toEqual(['TCP-04']);
  });

  it('names rows that the list does not have', () => {
    expect(coverage.unlisted).toEqual(['TCP-99']);
  });
});

describe('the list of faults', () => {
  const { groups } = readRows(here('rows.yaml'));

  it('counts 301 faults in sixteen groups', () => {
    expect(groups).toHaveLength(16);
    expect(groups.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(301);
    expect(groups.reduce((sum, { later }) => sum + later.length, 0)).toBe(32);
  });

  it('numbers each group without a gap', () => {
    for (const { name, rows, later } of groups) {
      const ids = [...rows, ...later].map(({ id }) => id).toSorted();
      expect(ids).toEqual(ids.map((_, index) => `${name}-${String(index + 1).padStart(2, '0')}`));
    }
  });

  it.each(groupsIn(here('ledger')))('has all that %s.yaml plays', (name) => {
    const group = groups.find((each) => each.name === name);
    expect(group).toBeDefined();
    const file = readLedger(here('ledger'), name);
    expect(group && coverageOf(group, file, new Set()).unlisted).toEqual([]);
  });
});
