/** The shape of the database, version by version: `user_version` says how many of these steps a file has taken. */
import type { Database } from 'better-sqlite3';

/** Stands in the header of every kitchen database, so that no other application's file is taken for one. */
export const APPLICATION_ID = 0x4d434b49;

/**
 * Observations and sessions hang on set numbers that are never used again. Giving a workspace a new set empties it at
 * once, however large it is; the rows of a set that no workspace names are deleted later, in small steps.
 *
 * What observations are filtered by (except the session) is interned in `observation_kinds`: there are few different
 * combinations, so that any filter becomes a handful of index seeks, and an insert feeds two indexes instead of ten.
 */
const INITIAL = `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    session_set INTEGER NOT NULL,
    observation_set INTEGER NOT NULL,
    selection TEXT
  ) STRICT;

  CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY,
    session_set INTEGER NOT NULL,
    id TEXT NOT NULL,
    open INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    ordered_key TEXT,
    record TEXT NOT NULL,
    UNIQUE (session_set, id)
  ) STRICT;
  CREATE INDEX sessions_by_start ON sessions (session_set, started_at);
  CREATE INDEX ordered_sessions ON sessions (session_set, ordered_key, seq) WHERE ordered_key IS NOT NULL;
  CREATE INDEX sessions_by_state ON sessions (session_set, open, started_at);
  CREATE INDEX ended_sessions_by_age ON sessions (last_seen_at) WHERE open = 0;

  CREATE TABLE observation_kinds (
    id INTEGER PRIMARY KEY,
    observation_set INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    method TEXT,
    outcome TEXT NOT NULL,
    fault TEXT,
    row_count INTEGER NOT NULL,
    byte_count INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE observations (
    number INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    session TEXT,
    started_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    summary TEXT NOT NULL,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX observations_by_kind ON observations (kind);
  CREATE INDEX observations_by_session ON observations (session, kind) WHERE session IS NOT NULL;

  INSERT INTO meta VALUES ('reserved_number', 0), ('last_set', 2);
  INSERT INTO workspaces VALUES (1, 'default', 1, 2, NULL);
`;

/** Observations were objects once; now their values stand by position, as `observation-rows.ts` writes them. */
const BY_POSITION = `
  UPDATE observations SET
    summary = json_array(
      number, summary -> '$.workspace', session, summary -> '$.refused', summary -> '$.startedAt',
      summary -> '$.durationMs', summary -> '$.state',
      json(iif(json_type(summary, '$.client') = 'object', json_array(
        summary -> '$.client.name', summary -> '$.client.version', summary -> '$.client.address'), NULL)),
      summary -> '$.era', summary -> '$.protocolVersion',
      json_array(summary -> '$.http.method', summary -> '$.http.path', summary -> '$.http.status'),
      json_array(
        summary -> '$.rpc.kind', summary -> '$.rpc.id', summary -> '$.rpc.method', summary -> '$.rpc.name'),
      json_array(
        summary -> '$.counters.post', summary -> '$.counters.method',
        summary -> '$.counters.call', summary -> '$.counters.round'),
      json(iif(json_type(summary, '$.scenario') = 'object', json_array(
        summary -> '$.scenario.id', summary -> '$.scenario.revision'), NULL)),
      summary -> '$.fault', summary -> '$.outcome', summary -> '$.layer', summary -> '$.errorCode',
      summary -> '$.resultType', summary -> '$.closedBy', summary -> '$.findings', summary -> '$.repeatOf'),
    detail = json_array(
      detail -> '$.requestHeaders', detail -> '$.responseHeaders',
      json_array(
        detail -> '$.request.body', detail -> '$.request.encoding',
        detail -> '$.request.bytes', detail -> '$.request.truncated'),
      json_array(
        detail -> '$.response.body', detail -> '$.response.encoding',
        detail -> '$.response.bytes', detail -> '$.response.truncated'),
      detail -> '$.response.contentType', detail -> '$.response.events')
  WHERE json_valid(summary) AND json_valid(detail);
`;

export const MIGRATIONS: readonly string[] = [INITIAL, BY_POSITION];

/** Brings the database to the newest version, all steps in one transaction; true if there was anything to do. */
export function migrate(db: Database): boolean {
  const version = Number(db.pragma('user_version', { simple: true }));
  const steps = MIGRATIONS.slice(version);
  if (steps.length === 0) return false;
  for (const step of steps) db.exec(step);
  db.pragma(`application_id = ${String(APPLICATION_ID)}`);
  db.pragma(`user_version = ${String(MIGRATIONS.length)}`);
  return true;
}
