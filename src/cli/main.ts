#!/usr/bin/env node
/** Entry of the command `kitchen`. */
import { createProgram } from './program.js';

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const [, , called] = process.argv;
// Begins to load while the options are read.
if (called === 'serve') void import('../kitchen.js').catch(() => undefined);

try {
  const program = await createProgram(called);
  await program.parseAsync();
} catch (error) {
  const { reportError } = await import('./report-error.js');
  const { text, exitCode } = reportError(error);
  if (text !== null) process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
}
