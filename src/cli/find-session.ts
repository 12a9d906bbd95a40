/** Finds the session that a person means by the start of its id, as lists and lines show it. */
import type { AdminClient } from '../admin/client.js';
import { CommandError, EXIT } from './exit-codes.js';

/** The whole id; `start` itself where no recent session begins with it, so that the kitchen says what is wrong. */
export async function findSession(
  client: AdminClient,
  workspace: string,
  start: string,
): Promise<string> {
  const { sessions } = await client.sessions(workspace, { limit: 500 });
  const ids = sessions.map(({ id }) => id).filter((id) => id.startsWith(start));
  if (ids.length > 1 && !ids.includes(start)) {
    throw new CommandError(
      `${String(ids.length)} sessions begin with "${start}": give more of the id, which kitchen sessions --json shows whole.`,
      EXIT.usage,
    );
  }
  return ids.length === 1 ? (ids[0] ?? start) : start;
}
