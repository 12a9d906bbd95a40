/** The table for the reader, and everything behind it for a file. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import Table from 'cli-table3';
import type { Row } from './row.js';

export function formatRows(rows: readonly Row[]): string {
  const table = new Table({
    head: ['what', 'target', 'measured', ''],
    style: { head: [], border: [] },
  });
  for (const { what, target, measured, met } of rows) {
    table.push([what, target, measured, met === null ? '–' : met ? '✓' : '✗']);
  }
  return table.toString();
}

export interface Run {
  readonly quick: boolean;
  readonly startedAt: Date;
  readonly rows: readonly Row[];
}

export function writeResults(file: string, { quick, startedAt, rows }: Run): void {
  const [cpu] = cpus();
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch} ${release()}`,
    cpu: cpu?.model ?? 'unknown',
    cpus: cpus().length,
    memoryBytes: totalmem(),
    /** Of the last minute: what else ran is measured along. */
    load: loadavg()[0],
  };
  const results = { startedAt: startedAt.toISOString(), quick, machine, rows };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
