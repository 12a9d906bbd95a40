/** The table of the demonstration. */
import Table from 'cli-table3';
import type { Played } from './play.js';

export function formatTable(played: readonly Played[]): string {
  const table = new Table({
    head: ['Scenario', 'HTTP', 'JSON-RPC', 'resultType', 'isError', 'Client', 'Outcome', ''],
    style: { head: [], border: [] },
  });
  for (const { label, row, differences } of played) {
    table.push([
      label,
      cell(row.http),
      cell(row.errorCode),
      cell(row.resultType),
      cell(row.isError),
      row.client,
      cell(row.outcome),
      differences.length === 0 ? '✓' : '✗',
    ]);
  }
  return table.toString();
}

/** One line for each exchange. */
function cell(values: readonly (string | number | boolean | null)[]): string {
  return values.map((value) => (value === null ? '-' : String(value))).join('\n');
}
