import { describe, expect, test } from 'vitest';
import { adminUnderTest, problemOf } from './ask.js';

const SELECTION = '/workspaces/default/selection';

describe('general', () => {
  test('health tells the versions', async () => {
    const { status, json } = await adminUnderTest().ask('GET /health');
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'ok', problems: [], apiVersion: '1' });
  });

  test('the menu shows params as JSON Schema, and where the scenario came from', async () => {
    const { ask } = adminUnderTest();
    const one = await ask('GET /scenarios/baseline');
    expect(one.json).toMatchObject({
      id: 'baseline',
      source: '/scenarios/baseline.ts',
      paramsSchema: { additionalProperties: false, properties: { delayMs: { type: 'number' } } },
    });
    expect((await ask('GET /scenarios')).json).toEqual({ scenarios: [one.json] });
  });

  test('an unknown scenario is 404 and the nearest one is suggested', async () => {
    const asked = await adminUnderTest().ask('GET /scenarios/baselin');
    expect(problemOf(asked)).toMatchObject({ status: 404, code: 'not_found' });
    expect(asked.json).toMatchObject({ detail: expect.stringContaining('"baseline"') });
  });
});

describe('workspaces', () => {
  test('are created with 201, listed, and deleted with 204', async () => {
    const { ask } = adminUnderTest();
    const created = await ask('POST /workspaces', { name: 'seat-1' });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ name: 'seat-1', selection: { scenario: 'baseline' } });
    expect((await ask('GET /workspaces')).json).toMatchObject({
      workspaces: [{ name: 'default' }, { name: 'seat-1' }],
    });
    const deleted = await ask('DELETE /workspaces/seat-1');
    expect(deleted.status).toBe(204);
    expect(deleted.json).toBeUndefined();
    expect(problemOf(await ask('DELETE /workspaces/seat-1'))).toMatchObject({
      status: 404,
      code: 'unknown_workspace',
    });
  });

  test('one that is there already is 409', async () => {
    const asked = await adminUnderTest().ask('POST /workspaces', { name: 'default' });
    expect(problemOf(asked)).toMatchObject({ status: 409, code: 'conflict' });
  });

  test.each([['a b'], [''], ['x'.repeat(65)], [7]])('the name %j is refused', async (name) => {
    const asked = await adminUnderTest().ask('POST /workspaces', { name });
    expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request', path: 'name' });
  });

  test('a name in the path that can be none is refused', async () => {
    const asked = await adminUnderTest().ask('GET /workspaces/a.b/selection');
    expect(problemOf(asked)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      path: 'workspace',
    });
  });
});

describe('the selection', () => {
  test('is read with its revision as ETag', async () => {
    const { status, headers, json } = await adminUnderTest().ask(`GET ${SELECTION}`);
    expect(status).toBe(200);
    expect(headers.get('ETag')).toBe('"1"');
    expect(json).toMatchObject({ scenario: 'baseline', revision: 1 });
  });

  test('is saved, answers the next revision and who still runs on an older one', async () => {
    const { ask } = adminUnderTest();
    await ask('POST /workspaces/default/sessions', { scenario: 'baseline' });
    const saved = await ask(`PUT ${SELECTION}`, { scenario: 'baseline', params: { delayMs: 5 } });
    expect(saved.status).toBe(200);
    expect(saved.headers.get('ETag')).toBe('"2"');
    expect(saved.json).toMatchObject({ revision: 2, openSessions: [{ id: 'session-1' }] });
  });

  test('creates the workspace where it is saved', async () => {
    const { ask } = adminUnderTest();
    expect((await ask('PUT /workspaces/new/selection', { scenario: 'baseline' })).status).toBe(200);
    expect((await ask('GET /workspaces/new/selection')).status).toBe(200);
  });

  test('goes back to baseline by DELETE', async () => {
    const { status, headers, json } = await adminUnderTest().ask(`DELETE ${SELECTION}`);
    expect(status).toBe(200);
    expect(headers.get('ETag')).toBe('"2"');
    expect(json).toMatchObject({ scenario: 'baseline', revision: 2 });
  });

  test.each([['"1"'], ['*'], [' "9" , "1" ']])('is changed under If-Match %s', async (ifMatch) => {
    const { ask } = adminUnderTest();
    const saved = await ask(`PUT ${SELECTION}`, { scenario: 'baseline' }, { 'If-Match': ifMatch });
    expect(saved.status).toBe(200);
  });

  test.each([['"2"'], ['W/"1"'], ['"x"']])('stays as it is under If-Match %s', async (ifMatch) => {
    const { ask } = adminUnderTest();
    for (const call of [`PUT ${SELECTION}`, `DELETE ${SELECTION}`]) {
      const body = call.startsWith('PUT') ? { scenario: 'baseline' } : undefined;
      const asked = await ask(call, body, { 'If-Match': ifMatch });
      expect(problemOf(asked)).toMatchObject({ status: 412, code: 'revision_changed' });
    }
    expect((await ask(`GET ${SELECTION}`)).json).toMatchObject({ revision: 1 });
  });

  test('does not come to be under any If-Match', async () => {
    const { ask } = adminUnderTest();
    const put = 'PUT /workspaces/new/selection';
    const asked = await ask(put, { scenario: 'baseline' }, { 'If-Match': '*' });
    expect(problemOf(asked)).toMatchObject({ status: 412, code: 'revision_changed' });
    expect(problemOf(await ask('GET /workspaces/new/selection'))).toMatchObject({
      status: 404,
      code: 'unknown_workspace',
    });
  });

  test.each([['1'], ['""1"'], ['"1" "2"'], ['"1'], ['']])(
    'refuses the malformed If-Match %j',
    async (ifMatch) => {
      const { ask } = adminUnderTest();
      const asked = await ask(
        `PUT ${SELECTION}`,
        { scenario: 'baseline' },
        { 'If-Match': ifMatch },
      );
      expect(problemOf(asked)).toMatchObject({
        status: 400,
        code: 'invalid_request',
        path: 'if-match',
      });
    },
  );

  test.each([
    [{}, 'scenario'],
    [{ scenario: '' }, 'scenario'],
    [{ scenario: 'baseline', params: [] }, 'params'],
    [{ scenario: 'baseline', seed: -1 }, 'seed'],
    [{ scenario: 'baseline', seed: 2 ** 32 }, 'seed'],
    [{ scenario: 'baseline', seed: 1.5 }, 'seed'],
    [{ scenario: 'baseline', newSessionOn: 'never' }, 'newSessionOn'],
    [{ scenario: 'baseline', endSessions: 'yes' }, 'endSessions'],
    [{ scenario: 'baseline', colour: 'red' }, 'colour'],
    [[], ''],
    [null, ''],
  ])('refuses %j and names what is wrong', async (body, path) => {
    const asked = await adminUnderTest().ask(`PUT ${SELECTION}`, body);
    expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request', path });
  });

  test('hands on what the scenario says about its params', async () => {
    const { ask } = adminUnderTest();
    const bad = { scenario: 'baseline', params: { delayMs: 'x' } };
    const asked = await ask(`PUT ${SELECTION}`, bad);
    expect(problemOf(asked)).toMatchObject({
      status: 400,
      code: 'invalid_params',
      path: 'params.delayMs',
    });
    expect(problemOf(await ask(`PUT ${SELECTION}`, { scenario: 'nope' }))).toMatchObject({
      status: 400,
      code: 'unknown_scenario',
    });
  });
});
