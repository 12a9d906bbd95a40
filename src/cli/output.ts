/** What the command prints: tables, colours only where a person looks, and text that cannot steer a terminal. */
import { isatty } from 'node:tty';
import Table from 'cli-table3';
import picocolors from 'picocolors';

const STDOUT = 1;

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours for stdout: off where it is no terminal or `NO_COLOR` is set. */
export function stdoutColors(): Colors {
  const { NO_COLOR } = process.env;
  // `stdout.isTTY` can be undefined: then the library decides by itself, and takes CI for a terminal.
  const isTerminal = isatty(STDOUT);
  return picocolors.createColors(isTerminal && (NO_COLOR === undefined || NO_COLOR === ''));
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Something a person should know that is no part of the result. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

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

/** Text that came from a client, cut and with control characters shown, so that it cannot steer the terminal. */
export function printable(text: string, maxLength = 60): string {
  const shown = text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return shown.length > maxLength ? `${shown.slice(0, maxLength - 1)}…` : shown;
}

/** A value in single quotes for a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
