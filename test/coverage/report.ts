/** A table of what is covered, for a person. */
import Table from 'cli-table3';

export interface Report {
  readonly text: string;
  /** Whether at least as much is covered as was declared. */
  readonly isEnough: boolean;
}

export function tableOf(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const table = new Table({
    head: [...head],
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, column) => (column < 2 ? 'left' : 'right')),
  });
  for (const row of rows) table.push([...row]);
  return table.toString();
}
