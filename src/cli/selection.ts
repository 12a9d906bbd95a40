/** `kitchen selection`: shows what the workspace serves to new sessions. */
import type { Command } from 'commander';
import { addClientVerb, connect } from './client-verb.js';
import type { ClientOptions } from './options.js';
import { print, printJson } from './output.js';
import { formatSelection } from './selection-text.js';

export function addSelection(program: Command): void {
  addClientVerb(program, {
    usage: 'selection',
    summary: 'show the fault that new sessions get',
    example: 'kitchen selection --workspace team-a',
  }).action(showSelection);
}

async function showSelection(options: ClientOptions): Promise<void> {
  const selection = await connect(options).selection(options.workspace);
  if (options.json === true) printJson(selection);
  else print(formatSelection(selection));
}
