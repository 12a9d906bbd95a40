/** What every verb that talks to a running kitchen shares: its options, its help, and the connection. */
import type { Command } from 'commander';
import { createAdminClient, type AdminClient } from '../admin/client.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { clientOptions, type ClientOptions } from './options.js';

export interface VerbText {
  /** Name and arguments, say `end [SESSION]`. */
  readonly usage: string;
  readonly summary: string;
  /** One command line that shows the point. */
  readonly example: string;
}

/** Adds a verb with the options that all client verbs have. */
export function addClientVerb(program: Command, { usage, summary, example }: VerbText): Command {
  const verb = program
    .command(usage)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .addHelpText('after', `\nExample:\n  $ ${example}\n${EXIT_CODES_HELP}`);
  for (const each of clientOptions()) verb.addOption(each);
  return verb;
}

export function connect({ url, adminToken }: ClientOptions): AdminClient {
  return createAdminClient({ url, ...(adminToken !== undefined && { token: adminToken }) });
}
