/** `kitchen sessions`: lists the sessions of the workspace, newest first. */
import type { Command } from 'commander';
import { addClientVerb, connect } from './client-verb.js';
import { integer, option, type ClientOptions } from './options.js';
import { note, print, printJson } from './output.js';
import { formatSessions } from './selection-text.js';

interface SessionsOptions extends ClientOptions {
  readonly open?: true;
  readonly limit: number;
}

export function addSessions(program: Command): void {
  addClientVerb(program, {
    usage: 'sessions',
    summary: 'list the sessions, newest first',
    example: 'kitchen sessions --open',
  })
    .addOption(option('--open', 'only those that are still open'))
    .addOption(option('--limit <NUMBER>', 'at most so many').default(50).argParser(integer(1, 500)))
    .action(listSessions);
}

async function listSessions(options: SessionsOptions): Promise<void> {
  const { workspace, open, limit } = options;
  const page = await connect(options).sessions(workspace, { open, limit });
  if (options.json === true) printJson(page);
  else if (page.sessions.length === 0) note('No sessions yet: aim a client at the MCP address.');
  else {
    print(formatSessions(page.sessions));
    if (page.next !== null) note('There are more; raise --limit to see them.');
  }
}
