/** What the command prints: colours only where a person looks, and text that cannot steer a terminal. */
import { isatty } from 'node:tty';
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

/** Hints of the kitchen about what was saved or ordered. */
export function noteHints(hints: readonly string[]): void {
  for (const hint of hints) note(`Hint: ${printable(hint, 400)}`);
}

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
