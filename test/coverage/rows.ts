/** The list of faults that the ledger counts. */
import { z } from 'zod';
import { readYaml } from './ledger-format.js';

const groupSchema = z.strictObject({
  title: z.string(),
  /** Ids that do not count yet; `all` for the whole group. */
  later: z.union([z.literal('all'), z.array(z.string())]).default([]),
  rows: z.record(z.string().regex(/^[A-Z]+-\d\d$/), z.string()),
});

const rowsSchema = z.strictObject({
  /** How many rows must be covered by passing tests. */
  coveredAtLeast: z.int(),
  groups: z.record(z.string(), groupSchema),
});

export interface ListedGroup {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly title: string }[];
  /** Not counted yet. */
  readonly later: readonly { readonly id: string; readonly title: string }[];
}

export interface Rows {
  readonly coveredAtLeast: number;
  readonly groups: readonly ListedGroup[];
}

export function readRows(file: string): Rows {
  const { coveredAtLeast, groups } = readYaml(file, rowsSchema);
  const listed = Object.entries(groups).map(([name, { title, later, rows }]): ListedGroup => {
    const all = Object.entries(rows).map(([id, rowTitle]) => ({ id, title: rowTitle }));
    const isLater = (id: string): boolean => later === 'all' || later.includes(id);
    return {
      name,
      title,
      rows: all.filter(({ id }) => !isLater(id)),
      later: all.filter(({ id }) => isLater(id)),
    };
  });
  return { coveredAtLeast, groups: listed };
}
