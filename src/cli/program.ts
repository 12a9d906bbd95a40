/** The command `kitchen`: all its verbs, each loaded only where it is called or listed. */
import { Command } from 'commander';
import { SERVER_INFO } from '../server-info.js';
import { commandLine, DEFAULT_URL } from './command-line.js';
import { settleEnvironment } from './environment.js';
import { EXIT_CODES_HELP } from './exit-codes.js';

type AddVerb = (program: Command, version: string) => void;

const VERBS: Readonly<Record<string, () => Promise<AddVerb>>> = {
  serve: async () => (await import('./serve.js')).addServe,
  scenarios: async () => (await import('./scenarios.js')).addScenarios,
  select: async () => (await import('./select.js')).addSelect,
  selection: async () => (await import('./selection.js')).addSelection,
  sessions: async () => (await import('./sessions.js')).addSessions,
  order: async () => (await import('./order.js')).addOrder,
  reset: async () => (await import('./reset.js')).addReset,
  end: async () => (await import('./end.js')).addEnd,
  observe: async () => (await import('./observe.js')).addObserve,
  schema: async () => (await import('./schema.js')).addSchema,
  lint: async () => (await import('./lint.js')).addLint,
};

/** With the verb that is called, if it is one; else with all of them. */
export async function createProgram(called?: string): Promise<Command> {
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
  const isVerb = called !== undefined && Object.hasOwn(VERBS, called);
  for (const [name, load] of Object.entries(VERBS)) {
    if (isVerb && name !== called) continue;
    const add = await load();
    add(program, SERVER_INFO.version);
  }
  return program;
}

/** Commander says what is missing, not where it is found. */
function sayMore(error: string): string {
  return error.endsWith("missing required argument 'ID'")
    ? `${error}: name a scenario; ${commandLine('scenarios', DEFAULT_URL)} lists them.`
    : error;
}
