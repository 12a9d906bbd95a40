import { expect, test } from 'vitest';
import { adminUnderTest, problemOf } from './ask.js';

const SESSIONS = '/workspaces/default/sessions';

test('an ordered session is 201 with its address and its place in the API', async () => {
  const { ask } = adminUnderTest();
  const ordered = await ask(`POST ${SESSIONS}`, { scenario: 'baseline', key: 'run-1', seed: 0 });
  expect(ordered.status).toBe(201);
  expect(ordered.headers.get('Location')).toBe('/api/workspaces/default/sessions/session-1');
  expect(ordered.json).toMatchObject({
    key: 'run-1',
    url: 'http://kitchen/w/default/s/run-1/mcp',
  });
  expect((await ask(`GET ${SESSIONS}/session-1`)).json).toMatchObject({ id: 'session-1' });
});

test('an order with a bad key or an unknown member is refused', async () => {
  const { ask } = adminUnderTest();
  const order = { scenario: 'baseline' };
  expect(problemOf(await ask(`POST ${SESSIONS}`, { ...order, key: 'a/b' }))).toMatchObject({
    status: 400,
    code: 'invalid_request',
    path: 'key',
  });
  expect(
    problemOf(await ask(`POST ${SESSIONS}`, { ...order, newSessionOn: 'idle' })),
  ).toMatchObject({
    status: 400,
    code: 'invalid_request',
    path: 'newSessionOn',
  });
});

test('sessions are listed page by page', async () => {
  const { ask } = adminUnderTest();
  for (let n = 0; n < 3; n += 1) await ask(`POST ${SESSIONS}`, { scenario: 'baseline' });
  expect((await ask(`GET ${SESSIONS}?limit=2`)).json).toMatchObject({
    sessions: [{ id: 'session-3' }, { id: 'session-2' }],
    next: 'session-2',
  });
  expect((await ask(`GET ${SESSIONS}?limit=2&before=session-2`)).json).toMatchObject({
    sessions: [{ id: 'session-1' }],
    next: null,
  });
});

test('one session ends by hand, then all that are open', async () => {
  const { ask } = adminUnderTest();
  for (let n = 0; n < 3; n += 1) await ask(`POST ${SESSIONS}`, { scenario: 'baseline' });
  expect((await ask(`POST ${SESSIONS}/session-2/end`)).json).toMatchObject({
    id: 'session-2',
    endReason: 'ended',
  });
  expect((await ask(`GET ${SESSIONS}?open=false`)).json).toMatchObject({
    sessions: [{ id: 'session-2' }],
  });
  const rest = await ask(`POST ${SESSIONS}/end`, {});
  expect(rest.status).toBe(200);
  expect(rest.json).toMatchObject({ sessions: [{ id: 'session-3' }, { id: 'session-1' }] });
  expect((await ask(`GET ${SESSIONS}?open=true`)).json).toEqual({ sessions: [], next: null });
});

test.each([
  ['GET', ''],
  ['POST', '/end'],
])('an unknown session is 404 (%s)', async (verb, end) => {
  const asked = await adminUnderTest().ask(`${verb} ${SESSIONS}/nobody${end}`);
  expect(problemOf(asked)).toMatchObject({ status: 404, code: 'not_found' });
});

test('ending takes no members', async () => {
  const asked = await adminUnderTest().ask(`POST ${SESSIONS}/end`, { why: 'so' });
  expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request', path: 'why' });
});

test.each([
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['limit=', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=5&limit=6', 'limit'],
  ['open=yes', 'open'],
  ['before=', 'before'],
  ['colour=red', 'colour'],
])('the query %s is refused', async (query, path) => {
  const asked = await adminUnderTest().ask(`GET ${SESSIONS}?${query}`);
  expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request', path });
});
