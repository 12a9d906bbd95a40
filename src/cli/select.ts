/** `kitchen select ID`: saves what the workspace serves to sessions that begin from now on. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../units.js';
import type { Expiry, NewSessionOn } from '../sessions/session.js';
import { addClientVerb, connect } from './client-verb.js';
import { commandLine } from './command-line.js';
import { option, scenarioOptions, type ClientOptions } from './options.js';
import { noteHints, print, printJson } from './output.js';
import { formatSelection, formatSessions } from './selection-text.js';

interface SelectOptions extends ClientOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly newSessionOn?: NewSessionOn;
  readonly endSessions?: true;
  readonly expiresAfter?: Expiry;
}

export function addSelect(program: Command): void {
  const verb = addClientVerb(program, {
    usage: 'select',
    summary: 'pick the fault that sessions get from now on',
    example: `kitchen select http_status_sequence --params '{"statusCodes":[503,200]}'`,
  })
    .argument('<ID>', 'id of the scenario (kitchen scenarios lists them)')
    .action(select);
  const more = [newSessionOn(), endSessions(), expiresAfter()];
  for (const each of [...scenarioOptions(), ...more]) verb.addOption(each);
}

function newSessionOn(): Option {
  return option('--new-session-on <WHAT>', 'what begins a new session of a client').choices([
    'handshake',
    'idle',
    'end',
  ]);
}

function endSessions(): Option {
  return option('--end-sessions', 'end all open sessions, so that the selection holds at once');
}

function expiresAfter(): Option {
  const description =
    'go back to the selection before after a time (10m) or so many POSTs (20posts)';
  return option('--expires-after <WHEN>', description).argParser(parseExpiry);
}

function parseExpiry(text: string): Expiry {
  const [, posts] = /^(\d{1,9}) ?posts?$/.exec(text) ?? [];
  if (posts !== undefined) return { posts: Number(posts) };
  try {
    return { ms: parseDuration(text) };
  } catch {
    throw new InvalidArgumentError('Write a duration (10m) or a number of POSTs (20posts).');
  }
}

async function select(id: string, options: SelectOptions): Promise<void> {
  const {
    params,
    seed,
    expiresAfter: expiry,
    newSessionOn: begins,
    endSessions: end,
    workspace,
    url,
  } = options;
  const saved = await connect(options).select(workspace, {
    scenario: id,
    params,
    seed,
    newSessionOn: begins,
    endSessions: end,
    expiresAfter: expiry,
  });
  if (options.json === true) {
    printJson(saved);
    return;
  }
  const { openSessions, hints } = saved;
  print(`Saved for workspace ${workspace}.\n${formatSelection(saved)}`);
  print('It holds from the next session on: a client begins one when it connects anew.');
  noteHints(hints);
  if (openSessions.length > 0) {
    const ending = commandLine(`end --workspace ${workspace}`, url);
    print(`\nStill on an older revision (${ending} ends them):`);
    print(formatSessions(openSessions));
  }
}
