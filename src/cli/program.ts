/** The command `kitchen`: all its verbs. */
import { Command } from 'commander';
import { SERVER_INFO } from '../server-info.js';
import { commandLine, DEFAULT_URL } from './command-line.js';
import { addEnd } from './end.js';
import { settleEnvironment } from './environment.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { addObserve } from './observe.js';
import { addOrder } from './order.js';
import { addScenarios } from './scenarios.js';
import { addSelect } from './select.js';
import { addSelection } from './selection.js';
import { addServe } from './serve.js';
import { addSessions } from './sessions.js';

export function createProgram(): Command {
  const program = new Command('kitchen')
    .description(
      'An MCP server that misbehaves on purpose, so that you see whether your client copes.',
    )
    .version(SERVER_INFO.version)
    // Verbs inherit both: errors are thrown, so that wrong use ends with its own exit code, and said in one line.
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${sayMore(text.trim().replaceAll(/\s*\n\s*/g, ' '))}\n`),
    })
    .hook('preSubcommand', (_program, verb) => settleEnvironment(verb, process.env))
    .addHelpText(
      'after',
      `
Every option can also be given as a variable: --admin-token is KITCHEN_ADMIN_TOKEN.

Example:
  $ kitchen serve
  $ kitchen select http_status_sequence
  $ kitchen observe --follow
${EXIT_CODES_HELP}`,
    );
  addServe(program, SERVER_INFO.version);
  addScenarios(program);
  addSelect(program);
  addSelection(program);
  addSessions(program);
  addOrder(program);
  addEnd(program);
  addObserve(program);
  return program;
}

/** Commander says what is missing, not where it is found. */
function sayMore(error: string): string {
  return error.endsWith("missing required argument 'ID'")
    ? `${error}: name a scenario; ${commandLine('scenarios', DEFAULT_URL)} lists them.`
    : error;
}
