#!/usr/bin/env node
/** Entry of the command `kitchen`. */
import { createProgram } from './program.js';
import { reportError } from './report-error.js';

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Begins to load while the options are read.
if (process.argv[2] === 'serve') void import('../kitchen.js').catch(() => undefined);

try {
  await createProgram().parseAsync();
} catch (error) {
  const { text, exitCode } = reportError(error);
  if (text !== null) process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
}
