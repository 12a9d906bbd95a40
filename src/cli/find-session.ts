/** Finds the session that a person means by the start of its id, as lists and lines show it. */
import type { AdminClient } from '../admin/client.js';
import { commandLine } from './command-line.js';
import { CommandError, EXIT } from './exit-codes.js';
import type { ClientOptions } from './options.js';

/** The whole id. Where no recent session begins with `start` the kitchen is asked for it, and says what is wrong. */
export async function findSession(
  client: AdminClient,
  { workspace, url }: Pick<ClientOptions, 'workspace' | 'url'>,
  start: string,
): Promise<string> {
  const { sessions } = await client.sessions(workspace, { limit: 500 });
  const ids = sessions.map(({ id }) => id).filter((id) => id.startsWith(start));
  if (ids.length > 1 && !ids.includes(start)) {
    const listing = commandLine('sessions --json', url);
    throw new CommandError(
      `${String(ids.length)} sessions begin with "${start}": give more of the id, which ${listing} shows whole.`,
      EXIT.usage,
    );
  }
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return only;
  return (await client.session(workspace, start)).id;
}
