import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { createAdminApp } from '../../src/admin/app.js';
import { FakeService } from '../support/fake-service.js';
import { adminUnderTest, problemOf } from './ask.js';

describe('addresses', () => {
  test.each([['GET /'], ['GET /nothing'], ['GET /health/'], ['POST /workspaces/default/select']])(
    '%s is unknown: a problem with 404',
    async (call) => {
      expect(problemOf(await adminUnderTest().ask(call))).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    },
  );

  test.each([
    ['POST /health', 'GET, HEAD'],
    ['PATCH /workspaces/default/selection', 'GET, HEAD, PUT, DELETE'],
    ['PUT /workspaces', 'GET, HEAD, POST'],
    ['GET /workspaces/default/sessions/end/end', 'POST'],
    ['POST /workspaces/default/observations/stream', 'GET, HEAD'],
    ['OPTIONS /scenarios', 'GET, HEAD'],
  ])('%s is 405 and allows %s', async (call, allow) => {
    const asked = await adminUnderTest().ask(call);
    expect(problemOf(asked)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(asked.headers.get('Allow')).toBe(allow);
  });

  test('an unknown query parameter is refused where none is known', async () => {
    const asked = await adminUnderTest().ask('GET /health?verbose=1');
    expect(problemOf(asked)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      path: 'verbose',
    });
  });

  test('nothing is cached, errors and live streams included', async () => {
    const { app } = adminUnderTest();
    for (const path of ['/health', '/nothing', '/workspaces/default/observations/stream']) {
      const response = await app.request(path);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      await response.body?.cancel();
    }
  });

  test('all of it holds where the app is mounted', async () => {
    const app = createAdminApp({
      service: new FakeService(),
      adminToken: 'secret',
      publicUrl: () => 'http://127.0.0.1:4242',
    });
    const root = new Hono().route('/api', app);
    const authorized = { headers: { Authorization: 'Bearer secret' } };
    expect((await root.request('/api/health')).status).toBe(200);
    expect((await root.request('/api/scenarios')).status).toBe(401);
    const unknown = await root.request('/api/nothing', authorized);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('Content-Type')).toBe('application/problem+json');
    expect(unknown.headers.get('Cache-Control')).toBe('no-store');
    const wrong = await root.request('/api/scenarios', { method: 'PUT', ...authorized });
    expect(wrong.status).toBe(415);
    const bad = await root.request('/api/workspaces?x=1', authorized);
    expect(await bad.json()).toMatchObject({ errors: [{ path: 'x' }] });
  });
});

describe('bodies', () => {
  const put = 'PUT /workspaces/default/selection';

  test.each([
    [undefined],
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/plain; application/json'],
    ['application/jsonp'],
    ['application/problem+json'],
  ])('a write as %s is 415 and changes nothing', async (contentType) => {
    const { app, service } = adminUnderTest();
    for (const [method, path, body] of [
      ['PUT', '/workspaces/default/selection', '{"scenario":"baseline"}'],
      ['POST', '/workspaces', '{"name":"x"}'],
      ['POST', '/workspaces/default/sessions/end', ''],
      ['DELETE', '/workspaces/default', '{}'],
    ] as const) {
      const response = await app.request(path, {
        method,
        ...(body !== '' && { body: new TextEncoder().encode(body) }),
        headers: contentType === undefined ? {} : { 'Content-Type': contentType },
      });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
    }
    expect(service.workspaces()).toMatchObject([{ name: 'default', selection: { revision: 1 } }]);
  });

  test.each([['application/json; charset=utf-8'], ['Application/JSON']])(
    'a write as %s is taken',
    async (contentType) => {
      const { ask } = adminUnderTest();
      const saved = await ask(put, { scenario: 'baseline' }, { 'Content-Type': contentType });
      expect(saved.status).toBe(200);
    },
  );

  test.each([
    ['{"scenario": baseline}', 'position 13 (line 1, column 14)'],
    ['{"scenario":"baseline",}', 'position 23 (line 1, column 24)'],
    ['{\n  "scenario" "baseline"\n}', 'position 15 (line 2, column 14)'],
    ['{"scenario"', 'position 11 (line 1, column 12)'],
    ['{} {}', 'position 3 (line 1, column 4)'],
    ['// none\n{}', 'position 0 (line 1, column 1)'],
  ])('%j is no JSON, and the answer says where', async (body, where) => {
    const asked = await adminUnderTest().ask(put, body);
    expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(asked.json).toMatchObject({ detail: expect.stringContaining(where) });
  });

  test('bytes that are no UTF-8 are refused', async () => {
    const { app } = adminUnderTest();
    const response = await app.request('/workspaces', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect(await response.json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('UTF-8'),
    });
  });

  test('an empty body counts as an empty object', async () => {
    const asked = await adminUnderTest().ask(put, '');
    expect(problemOf(asked)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      path: 'scenario',
    });
  });

  test('DELETE takes no body', async () => {
    const asked = await adminUnderTest().ask('DELETE /workspaces/default', {});
    expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('a body is refused beyond its limit, told or found out, and taken up to it', async () => {
    const { app, ask } = adminUnderTest({ maxBodyBytes: 40 });
    const fits = JSON.stringify({ scenario: 'baseline' }).padEnd(40);
    expect((await ask(put, fits)).status).toBe(200);
    expect(problemOf(await ask(put, `${fits} `))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    const told = { 'Content-Length': '41' };
    expect(problemOf(await ask(put, `${fits} `, told))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    const stream = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(30));
      },
    });
    const endless = new Request('http://kitchen/workspaces', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    });
    const refused = await app.request(endless);
    expect(refused.status).toBe(413);
    expect(refused.headers.get('Connection')).toBe('close');
  });

  test('the limit is 1 MiB unless it is set', async () => {
    const { ask } = adminUnderTest();
    const body = JSON.stringify({ scenario: 'baseline' });
    expect((await ask(put, body.padEnd(1024 * 1024))).status).toBe(200);
    expect(problemOf(await ask(put, body.padEnd(1024 * 1024 + 1)))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
  });
});

describe('what nobody foresaw', () => {
  test('is 500 without a word about the inside; the kitchen is told', async () => {
    const onUnexpectedError = vi.fn<(error: unknown) => void>();
    const { ask, service } = adminUnderTest({ onUnexpectedError });
    const error = new Error('secret detail');
    service.health = () => {
      throw error;
    };
    const asked = await ask('GET /health');
    expect(problemOf(asked)).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(asked.json)).not.toContain('secret detail');
    expect(onUnexpectedError).toHaveBeenCalledExactlyOnceWith(error);
  });
});

test('a selection that cannot be read is no changed revision', async () => {
  const { ask, service } = adminUnderTest();
  service.selection = () => {
    throw new Error('broken');
  };
  const given = { 'If-Match': '"1"' };
  const asked = await ask('PUT /workspaces/default/selection', { scenario: 'baseline' }, given);
  expect(problemOf(asked)).toMatchObject({ status: 500, code: 'internal' });
});

describe('the admin token', () => {
  const CALLS = ['GET /scenarios', 'GET /openapi.json', 'GET /nothing', 'POST /workspaces'];

  test('is asked for everywhere but at health', async () => {
    const { ask } = adminUnderTest({ adminToken: 'correct-horse' });
    expect((await ask('GET /health')).status).toBe(200);
    for (const call of CALLS) {
      const asked = await ask(call);
      expect(problemOf(asked)).toMatchObject({ status: 401, code: 'unauthorized' });
      expect(asked.headers.get('WWW-Authenticate')).toMatch(/^Bearer\b/);
    }
  });

  test.each([
    ['Bearer correct-horse-2'],
    ['Bearer correct-hors'],
    ['Bearer'],
    ['Bearer '],
    ['correct-horse'],
    ['Basic correct-horse'],
    ['Bearer correct-horse extra'],
  ])('%j is not enough', async (authorization) => {
    const { ask } = adminUnderTest({ adminToken: 'correct-horse' });
    const asked = await ask('GET /scenarios', undefined, { Authorization: authorization });
    expect(problemOf(asked)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  test.each([['Bearer correct-horse'], ['bearer correct-horse']])('%j opens', async (given) => {
    const { ask } = adminUnderTest({ adminToken: 'correct-horse' });
    expect((await ask('GET /scenarios', undefined, { Authorization: given })).status).toBe(200);
  });

  test('counts for nothing in a query', async () => {
    const { ask } = adminUnderTest({ adminToken: 'correct-horse' });
    for (const name of ['token', 'access_token', 'adminToken', 'Authorization']) {
      const asked = await ask(`GET /scenarios?${name}=correct-horse`);
      expect(problemOf(asked)).toMatchObject({ status: 401, code: 'unauthorized' });
    }
  });
});
