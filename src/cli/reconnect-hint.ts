/** Notices a client that begins a new session right after an injected fault, and so never meets the rest of the sequence. */
import type { ObservationSummary } from '../observations/observation.js';
import { commandLine } from './command-line.js';
import { printable } from './output.js';

/** A new session of a client whose last exchange, in the session before, carried an injected fault. */
export interface SuspectedReconnect {
  readonly client: string;
  readonly previousSession: string;
  readonly faultKind: string;
}

/** Takes finished exchanges in their order; answers with a suspicion when one begins another session of its client. */
export function createReconnectWatch(): (
  observation: ObservationSummary,
) => SuspectedReconnect | null {
  const lastOf = new Map<string, ObservationSummary>();
  return (observation) => {
    const { client, session, http } = observation;
    if (client === null || session === null) return null;
    // The address belongs to it: sessions at addresses of their own run side by side on purpose.
    const key = JSON.stringify([client.name, client.version, client.address, http.path]);
    const last = lastOf.get(key);
    if (last !== undefined && last.number > observation.number) return null;
    lastOf.set(key, observation);
    if (last?.session == null || last.session === session || last.fault === null) return null;
    return { client: client.name, previousSession: last.session, faultKind: last.fault.kind };
  };
}

export function formatReconnectHint(
  { client, faultKind }: SuspectedReconnect,
  url: string,
): string {
  return (
    `hint: client ${printable(client)} began a new session right after an injected ${faultKind}; ` +
    `newSessionOn: idle keeps it in one session (${commandLine('select ID --new-session-on idle', url)})`
  );
}
