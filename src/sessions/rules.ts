/**
 * The session table for requests that neither a KEY, nor an `Mcp-Session-Id`, nor a `requestState` leads to their
 * session: which session does a request of this client belong to? The first row that fits decides.
 */
import type { EndReason, NewSessionOn } from './session.js';

/** The open session of a client key, as far as the rows look at it. */
export interface OpenSession {
  readonly established: boolean;
  readonly idle: boolean;
  /** Revision of the selection that the session froze. */
  readonly revision: number;
  readonly newSessionOn: NewSessionOn;
}

export interface SessionFacts {
  /** Null where no session is open for the client key. */
  readonly open: OpenSession | null;
  /** Revision of the workspace's selection now. */
  readonly revision: number;
  readonly handshake: 'discover' | 'initialize' | null;
  /** Whether a `server/discover` with this JSON-RPC id came before in the open session. */
  readonly discoverIdUsed: boolean;
}

export interface SessionRow {
  readonly name: string;
  fits(facts: SessionFacts & { readonly open: OpenSession }): boolean;
  /** Why the open session ends before a new one begins; null: the request joins the open session. */
  readonly ends: EndReason | null;
}

const SESSION_ROWS: readonly SessionRow[] = [
  {
    name: 'the open session is idle',
    fits: ({ open }) => open.idle && open.newSessionOn !== 'end',
    ends: 'idle',
  },
  {
    name: 'the open session is not established, and the selection has changed since it opened',
    fits: ({ open, revision }) => !open.established && open.revision !== revision,
    ends: 'superseded',
  },
  {
    name: 'the open session is not established',
    fits: ({ open }) => !open.established,
    ends: null,
  },
  {
    name: 'initialize',
    fits: ({ open, handshake }) => open.newSessionOn === 'handshake' && handshake === 'initialize',
    ends: 'reconnected',
  },
  {
    name: 'server/discover after a save, or by a client that counts anew',
    fits: ({ open, handshake, revision, discoverIdUsed }) =>
      open.newSessionOn === 'handshake' &&
      handshake === 'discover' &&
      (open.revision !== revision || discoverIdUsed),
    ends: 'reconnected',
  },
  { name: 'anything else', fits: () => true, ends: null },
];

export type SessionDecision =
  { readonly action: 'open'; readonly ends: EndReason | null } | { readonly action: 'join' };

export function decideSession(facts: SessionFacts): SessionDecision {
  const { open } = facts;
  if (open === null) return { action: 'open', ends: null };
  const known = { ...facts, open };
  const row = SESSION_ROWS.find((candidate) => candidate.fits(known));
  return row?.ends ? { action: 'open', ends: row.ends } : { action: 'join' };
}
