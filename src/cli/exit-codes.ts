/** How the command ends: the exit codes, documented here and in every `--help`. */

export const EXIT = {
  /** Done. `serve`: ended by Ctrl-C or SIGTERM after closing in order. */
  ok: 0,
  /** The kitchen answered with an error, cannot be reached, or failed. */
  failed: 1,
  /** Wrong use of the command, or the kitchen cannot start. */
  usage: 2,
  /** A second Ctrl-C ended it before everything was closed. */
  interrupted: 130,
  /** A second SIGTERM ended it before everything was closed. */
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0         done; serve: ended by Ctrl-C or SIGTERM
  1         the kitchen answered with an error, cannot be reached, or failed
  2         wrong use of the command, or the kitchen cannot start
  130, 143  ended at once by a second Ctrl-C or SIGTERM`;

/** Ends the command with one line on stderr: what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}
