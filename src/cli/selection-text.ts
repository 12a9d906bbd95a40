/** A selection and the sessions that run on an older one, for a person. */
import type { Expiry, Selection, SessionRecord } from '../sessions/session.js';
import { shortSession } from './observation-line.js';
import { printable } from './output.js';
import { table } from './table.js';

export function formatSelection(selection: Selection): string {
  return [
    ['Scenario', selection.scenario],
    ['Params', JSON.stringify(selection.params)],
    ['Seed', String(selection.seed)],
    ['Revision', String(selection.revision)],
    ['New session on', selection.newSessionOn],
    ['Saved at', selection.updatedAt],
    ...(selection.expiresAfter === undefined
      ? []
      : [['Expires after', expiryText(selection.expiresAfter)]]),
  ]
    .map(([name = '', value = '']) => `${name.padEnd(16)}${value}`)
    .join('\n');
}

function expiryText(expiry: Expiry): string {
  return 'ms' in expiry ? `${String(expiry.ms)} ms` : `${String(expiry.posts)} POSTs`;
}

/** A table of sessions: id, client, scenario, counts, times, and how each ended. */
export function formatSessions(sessions: readonly SessionRecord[]): string {
  return table(
    ['Session', 'Client', 'Scenario', 'Rev', 'POSTs', 'Started', 'State', 'Key'],
    sessions.map((session) => [
      shortSession(session.id),
      printable([session.client.name, session.client.version].filter(Boolean).join(' '), 40),
      session.scenario,
      String(session.revision),
      String(session.counters.posts),
      session.startedAt,
      session.endReason ?? (session.established ? 'open' : 'opening'),
      session.key ?? '-',
    ]),
  );
}
