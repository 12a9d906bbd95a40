/** `kitchen observe`: one line per exchange, the latest ones or live. */
import type { Command } from 'commander';
import type { AdminClient } from '../admin/client.js';
import type { ObservationSummary } from '../observations/observation.js';
import { addClientVerb, connect } from './client-verb.js';
import { findSession } from './find-session.js';
import { follow } from './follow.js';
import { formatObservation } from './observation-line.js';
import { integer, option, type ClientOptions } from './options.js';
import { note, print, printJson, stdoutColors } from './output.js';
import { createReconnectWatch, formatReconnectHint } from './reconnect-hint.js';

interface ObserveOptions extends ClientOptions {
  readonly follow?: true;
  readonly session?: string;
  readonly limit: number;
}

export function addObserve(program: Command): void {
  addClientVerb(program, {
    usage: 'observe',
    summary: 'show what went over the wire, one line per exchange',
    example: 'kitchen observe --follow',
  })
    .addOption(option('--follow', 'go on with what happens from now on, until Ctrl-C'))
    .addOption(option('--session <SESSION>', 'only this session: its id, or the start of it'))
    .addOption(
      option('--limit <NUMBER>', 'so many of the latest').default(20).argParser(integer(1, 500)),
    )
    .action(observe);
}

async function observe(options: ObserveOptions): Promise<void> {
  const client = connect(options);
  const { workspace, limit } = options;
  const session =
    options.session === undefined ? undefined : await findSession(client, options, options.session);
  const latest = async (): Promise<readonly ObservationSummary[]> => {
    const { observations } = await client.observations(workspace, { session, limit });
    return observations.toReversed();
  };
  const show = createPrinter(client, options);
  if (options.follow === true) {
    await follow({ client, workspace, session, latest, show });
    return;
  }
  const observations = await latest();
  if (observations.length === 0) note('Nothing yet: aim a client at the MCP address.');
  for (const observation of observations) await show(observation);
}

function createPrinter(
  client: AdminClient,
  { json, workspace, url }: ObserveOptions,
): (observation: ObservationSummary) => Promise<void> {
  const colors = stdoutColors();
  const watch = createReconnectWatch();
  return async (observation) => {
    if (json === true) printJson(observation);
    else print(formatObservation(observation, colors));
    const suspected = watch(observation);
    if (suspected === null) return;
    // Only a handshake that began the new session makes it a reconnect; one ended by hand or idle is none.
    const previous = await client.session(workspace, suspected.previousSession).catch(() => null);
    if (previous?.endReason !== 'reconnected') return;
    const hint = formatReconnectHint(suspected, url);
    if (json === true) note(hint);
    else print(colors.yellow(hint));
  };
}
