/** Tables for a person. Apart from other output, since `serve` prints none. */
import Table from 'cli-table3';
import { type Colors, stdoutColors } from './output.js';

/** Rows in columns, without borders; the last column wraps at the terminal's width. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  colors: Colors = stdoutColors(),
): string {
  const gap = 2;
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const others = widths.slice(0, -1).reduce((sum, width) => sum + width + gap, 0);
  const room = Math.max((process.stdout.columns ?? 120) - others - gap, 24);
  const made = new Table({
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
    head: head.map((title) => colors.bold(title)),
    colWidths: [
      ...widths.slice(0, -1).map((width) => width + gap),
      Math.min(widths.at(-1) ?? 0, room) + gap,
    ],
    wordWrap: true,
  });
  made.push(...rows.map((row) => [...row]));
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};
