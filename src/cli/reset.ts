/** `kitchen reset`: everything healthy again, in every workspace. */
import type { Command } from 'commander';
import { addClientVerb, connect } from './client-verb.js';
import type { ClientOptions } from './options.js';
import { print, printJson } from './output.js';

export function addReset(program: Command): void {
  addClientVerb(program, {
    usage: 'reset',
    summary: 'heal everything: no fault in any workspace, all open sessions ended',
    example: 'kitchen reset',
  }).action(reset);
}

async function reset(options: ClientOptions): Promise<void> {
  const result = await connect(options).reset();
  if (options.json === true) {
    printJson(result);
    return;
  }
  const { healed, endedSessions } = result;
  const which = healed.length === 0 ? 'No workspace had a fault' : `Healed: ${healed.join(', ')}`;
  print(`${which}; sessions ended: ${String(endedSessions)}.`);
}
