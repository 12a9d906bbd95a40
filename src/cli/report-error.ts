/** What the command says about an error, in one line, and the exit code that goes with it. */
import { CommanderError } from 'commander';
import { AdminClientError } from '../admin/client-error.js';
import { StartError } from '../kitchen-options.js';
import { UNDER_NPM } from './command-line.js';
import { CommandError, EXIT, type ExitCode } from './exit-codes.js';

export interface ErrorReport {
  /** Null where everything has been said already. */
  readonly text: string | null;
  readonly exitCode: ExitCode;
}

export function reportError(error: unknown): ErrorReport {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) {
    return { text: null, exitCode: error.exitCode === 0 ? EXIT.ok : EXIT.usage };
  }
  if (error instanceof CommandError) return line(error.message, error.exitCode);
  if (error instanceof StartError) return line(error.message, EXIT.usage);
  if (error instanceof AdminClientError) return line(explain(error), EXIT.failed);
  // What is left is a defect of the command itself: here a stack helps.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `error: the command failed unexpectedly: ${stack}`, exitCode: EXIT.failed };
}

function explain({ message, problem }: AdminClientError): string {
  const errors = problem?.errors ?? [];
  // Of several the message may name only some; a single one it tells in its own words, without the path.
  const isTold = (wrong: string, text: string): boolean =>
    message.includes(errors.length === 1 ? wrong : text);
  const more = errors.flatMap(({ path, message: wrong }) => {
    const text = path === '' ? wrong : `${path}: ${wrong}`;
    return isTold(wrong, text) ? [] : [text];
  });
  const text = [message, ...more].join(' ');
  return UNDER_NPM ? text.replaceAll('"kitchen serve"', '"npx kitchen serve"') : text;
}

function line(message: string, exitCode: ExitCode): ErrorReport {
  return { text: `error: ${message.replaceAll(/\s*\n\s*/g, ' ')}`, exitCode };
}
