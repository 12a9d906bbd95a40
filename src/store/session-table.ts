/** Queries on sessions. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type { SessionRecord } from '../sessions/session.js';
import type { StoreHealth } from './store-health.js';
import type { Page, SessionFilter } from './store.js';

interface SessionRow {
  readonly seq: number;
  readonly id: string;
  readonly startedAt: number;
  readonly record: string;
}
type Cursor = readonly [startedAt: number, seq: number];

const counts = z.record(z.string(), z.number());
const sessionSchema: z.ZodType<SessionRecord> = z.looseObject({
  id: z.string(),
  workspace: z.string(),
  key: z.string().nullable(),
  client: z.object({
    name: z.string(),
    version: z.string().nullable(),
    address: z.string().nullable(),
  }),
  era: z.enum(['modern', 'legacy']).nullable(),
  protocolVersion: z.string().nullable(),
  scenario: z.string(),
  params: z.record(z.string(), z.unknown()),
  revision: z.number(),
  seed: z.number(),
  newSessionOn: z.enum(['handshake', 'idle', 'end']),
  ordered: z.boolean(),
  established: z.boolean(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  endedAt: z.string().nullable(),
  endReason: z
    .enum(['superseded', 'reconnected', 'idle', 'ended', 'deleted', 'shutdown'])
    .nullable(),
  counters: z.object({ posts: z.number(), methods: counts, calls: counts, rounds: counts }),
  // Sessions stored by earlier versions have none.
  rules: z
    .array(
      z.object({
        rule: z.string(),
        met: z.number(),
        struck: z.number(),
        note: z.string().nullable(),
      }),
    )
    .default([]),
});

const COLUMNS = 'seq, id, started_at AS startedAt, record';
const NEWEST: Cursor = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

export class SessionTable {
  readonly #health: StoreHealth;
  readonly #put: Statement<[number, string, number, number, number, string | null, string]>;
  readonly #one: Statement<[number, string], SessionRow>;
  readonly #ordered: Statement<[number, string], SessionRow>;
  readonly #page: Statement<[number, ...Cursor, number], SessionRow>;
  readonly #pageByState: Statement<[number, number, ...Cursor, number], SessionRow>;
  readonly #endLeftOpen: Statement<[string]>;
  readonly #sets: Statement<[], number>;
  readonly #deleteOfSet: Statement<[number, number]>;
  readonly #deleteAged: Statement<[number, number]>;
  readonly #deleteOverflow: Statement<[number, number, number]>;

  constructor(db: Database, health: StoreHealth) {
    this.#health = health;
    this.#put = db.prepare(
      `INSERT INTO sessions (session_set, id, open, started_at, last_seen_at, ordered_key, record)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (session_set, id) DO UPDATE
       SET open = excluded.open, last_seen_at = excluded.last_seen_at, record = excluded.record`,
    );
    this.#one = db.prepare(`SELECT ${COLUMNS} FROM sessions WHERE session_set = ? AND id = ?`);
    this.#ordered = db.prepare(
      `SELECT ${COLUMNS} FROM sessions WHERE session_set = ? AND ordered_key = ?
       ORDER BY seq DESC LIMIT 1`,
    );
    this.#page = db.prepare(
      `SELECT ${COLUMNS} FROM sessions WHERE session_set = ? AND (started_at, seq) < (?, ?)
       ORDER BY started_at DESC, seq DESC LIMIT ?`,
    );
    this.#pageByState = db.prepare(
      `SELECT ${COLUMNS} FROM sessions
       WHERE session_set = ? AND open = ? AND (started_at, seq) < (?, ?)
       ORDER BY started_at DESC, seq DESC LIMIT ?`,
    );
    this.#endLeftOpen = db.prepare(
      `UPDATE sessions SET open = 0, record = CASE WHEN json_valid(record)
         THEN json_set(record, '$.endedAt', ?, '$.endReason', 'shutdown') ELSE record END
       WHERE open = 1`,
    );
    this.#sets = db.prepare<[], number>('SELECT DISTINCT session_set FROM sessions').pluck();
    this.#deleteOfSet = db.prepare('DELETE FROM sessions WHERE session_set = ? LIMIT ?');
    this.#deleteAged = db.prepare(
      `DELETE FROM sessions WHERE seq IN (
         SELECT seq FROM sessions WHERE open = 0 AND last_seen_at < ?
         AND NOT EXISTS (SELECT 1 FROM observations WHERE session = sessions.id) LIMIT ?)`,
    );
    this.#deleteOverflow = db.prepare(
      `DELETE FROM sessions WHERE seq IN (
         SELECT seq FROM (
           SELECT seq FROM sessions WHERE session_set = ? AND open = 0
           ORDER BY started_at DESC, seq DESC LIMIT ? OFFSET ?))`,
    );
  }

  /** Inserts or updates. Inside a transaction. */
  put(set: number, session: SessionRecord): void {
    const open = session.endedAt === null ? 1 : 0;
    const { id, startedAt, lastSeenAt } = session;
    const orderedKey = session.ordered ? session.key : null;
    const record = writeSession(session);
    this.#put.run(set, id, open, millis(startedAt), millis(lastSeenAt), orderedKey, record);
  }

  session(set: number, id: string): SessionRecord | null {
    const row = this.#one.get(set, id);
    return row === undefined ? null : this.#read(row);
  }

  /** The newest session that was ordered under a KEY. */
  ordered(set: number, key: string): SessionRecord | null {
    const row = this.#ordered.get(set, key);
    return row === undefined ? null : this.#read(row);
  }

  page(set: number, filter: SessionFilter): Page<SessionRecord> {
    const start = filter.before === undefined ? NEWEST : readCursor(filter.before);
    const wanted = filter.limit + 1;
    const rows =
      filter.open === undefined
        ? this.#page.all(set, ...start, wanted)
        : this.#pageByState.all(set, filter.open ? 1 : 0, ...start, wanted);
    const shown = rows.slice(0, filter.limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => this.#read(row)).filter((session) => session !== null),
      next: rows.length > shown.length && last !== undefined ? writeCursor(last) : null,
    };
  }

  endLeftOpen(at: string): void {
    this.#endLeftOpen.run(at);
  }

  /** The sets that hold sessions. */
  sets(): readonly number[] {
    return this.#sets.all();
  }

  /** Each of these deletes up to `limit` sessions and returns how many it did. */
  deleteOfSet(set: number, limit: number): number {
    return this.#deleteOfSet.run(set, limit).changes;
  }

  /** Ended sessions without observations, last seen before `cutoff` (milliseconds since the epoch). */
  deleteAged(cutoff: number, limit: number): number {
    return this.#deleteAged.run(cutoff, limit).changes;
  }

  /** Ended sessions of a set beyond the newest `kept`. */
  deleteOverflow(set: number, kept: number, limit: number): number {
    return this.#deleteOverflow.run(set, limit, kept).changes;
  }

  #read(row: SessionRow): SessionRecord | null {
    return this.#health.row(`session ${row.id}`, () => sessionSchema.parse(JSON.parse(row.record)));
  }
}

/** Params nested too deeply for `JSON.stringify` are left out. */
function writeSession(session: SessionRecord): string {
  try {
    return JSON.stringify(session);
  } catch {
    return JSON.stringify({ ...session, params: {} });
  }
}

function millis(iso: string): number {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? 0 : time;
}

function writeCursor(row: SessionRow): string {
  return Buffer.from(`${String(row.startedAt)}.${String(row.seq)}`).toString('base64url');
}

/** A cursor that is none starts from the newest. */
function readCursor(text: string): Cursor {
  const parts = CURSOR.exec(Buffer.from(text, 'base64url').toString());
  return parts === null ? NEWEST : [Number(parts[1]), Number(parts[2])];
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;

/** Whether a text can be the `next` of a page of sessions. */
export function isSessionCursor(text: string): boolean {
  return CURSOR.test(Buffer.from(text, 'base64url').toString());
}
