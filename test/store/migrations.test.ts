import Database from 'better-sqlite3';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import type { Observation } from '../../src/observations/observation.js';
import { APPLICATION_ID, MIGRATIONS } from '../../src/store/migrations.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { observation, START } from './records.js';

const FIRST = observation(1, {
  fault: { kind: 'http_status', status: 503, headers: { 'X-A': '"quoted"' } },
  findings: [{ rule: 'C-HTTP-05', level: 'must', text: 'x' }],
});
const REFUSED = observation(2, {
  session: null,
  refused: 'bad_host',
  client: null,
  scenario: null,
});

/** A file as the first version of the kitchen wrote it. */
function oldFile(rows: readonly Observation[]): string {
  const file = path.join(temporaryFolder(), 'kitchen.db');
  const db = new Database(file);
  db.exec(MIGRATIONS[0] ?? '');
  db.pragma(`application_id = ${String(APPLICATION_ID)}`);
  db.pragma('user_version = 1');
  db.exec(`INSERT INTO observation_kinds VALUES (1, 2, 0, 'tools/call', 'RESULT', NULL, 2, 200)`);
  const insert = db.prepare(`INSERT INTO observations VALUES (?, 1, ?, ?, 100, ?, ?)`);
  for (const { request, response, http, ...rest } of rows) {
    const { requestHeaders, responseHeaders, ...shortHttp } = http;
    const summary = JSON.stringify({ ...rest, http: shortHttp });
    const detail = JSON.stringify({ requestHeaders, responseHeaders, request, response });
    insert.run(rest.number, rest.session, START, summary, detail);
  }
  db.close();
  return file;
}

it('reads what an earlier version wrote, value for value', () => {
  const store = openSqliteStore({ file: oldFile([FIRST, REFUSED]) });
  expect(store.observation('default', 1)).toEqual(FIRST);
  expect(store.observation('default', 2)).toEqual(REFUSED);
  expect(store.problem()).toBeNull();
  store.close();
});
