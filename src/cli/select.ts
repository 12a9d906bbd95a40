/** `kitchen select ID`: saves what the workspace serves to sessions that begin from now on. */
import { type Command, Option } from 'commander';
import type { NewSessionOn } from '../sessions/session.js';
import { addClientVerb, connect } from './client-verb.js';
import { commandLine } from './command-line.js';
import { option, scenarioOptions, type ClientOptions } from './options.js';
import { print, printJson } from './output.js';
import { formatSelection, formatSessions } from './selection-text.js';

interface SelectOptions extends ClientOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly newSessionOn?: NewSessionOn;
  readonly endSessions?: true;
}

export function addSelect(program: Command): void {
  const verb = addClientVerb(program, {
    usage: 'select',
    summary: 'pick the fault that sessions get from now on',
    example: `kitchen select http_status_sequence --params '{"statusCodes":[503,200]}'`,
  })
    .argument('<ID>', 'id of the scenario (kitchen scenarios lists them)')
    .action(select);
  for (const each of [...scenarioOptions(), newSessionOn(), endSessions()]) verb.addOption(each);
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

async function select(id: string, options: SelectOptions): Promise<void> {
  const { params, seed, newSessionOn: begins, endSessions: end, workspace, url } = options;
  const saved = await connect(options).select(workspace, {
    scenario: id,
    params,
    seed,
    newSessionOn: begins,
    endSessions: end,
  });
  if (options.json === true) {
    printJson(saved);
    return;
  }
  const { openSessions } = saved;
  print(`Saved for workspace ${workspace}.\n${formatSelection(saved)}`);
  print('It holds from the next session on: a client begins one when it connects anew.');
  if (openSessions.length > 0) {
    const ending = commandLine(`end --workspace ${workspace}`, url);
    print(`\nStill on an older revision (${ending} ends them):`);
    print(formatSessions(openSessions));
  }
}
