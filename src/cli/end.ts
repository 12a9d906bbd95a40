/** `kitchen end [SESSION]`: ends a session by hand, or all open ones of the workspace. */
import type { Command } from 'commander';
import { addClientVerb, connect } from './client-verb.js';
import { findSession } from './find-session.js';
import { shortSession } from './observation-line.js';
import type { ClientOptions } from './options.js';
import { print, printJson } from './output.js';

export function addEnd(program: Command): void {
  addClientVerb(program, {
    usage: 'end',
    summary: 'end a session by hand, or all open ones',
    example: 'kitchen end 4f2a91c0',
  })
    .argument('[SESSION]', 'id of the session, or the start of it; all open ones if left out')
    .action(end);
}

async function end(start: string | undefined, options: ClientOptions): Promise<void> {
  const client = connect(options);
  const { workspace } = options;
  const sessions =
    start === undefined
      ? (await client.endSessions(workspace)).sessions
      : [await client.endSession(workspace, await findSession(client, options, start))];
  if (options.json === true) printJson({ sessions });
  else if (sessions.length === 0) print('No session was open.');
  else
    for (const { id, endReason } of sessions) print(`${shortSession(id)}  ${endReason ?? 'open'}`);
}
