/** The OpenAPI document is a contract: every route is replayed against it, with what goes well and what goes wrong. */
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAdminApp } from '../../src/admin/app.js';
import { adminRoutes } from '../../src/admin/routes.js';
import { KitchenError } from '../../src/errors.js';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { FakeClock } from '../support/fake-clock.js';
import { FakeService } from '../support/fake-service.js';
import { callTool, sessionOf } from '../support/mcp.js';
import { type Answered, type Call, Contract } from './contract.js';

const AUTHORIZED = { Authorization: 'Bearer a-token-of-the-test' };
const W = '/api/workspaces/{workspace}';

let kitchen: Kitchen;
let contract: Contract;
/** Something that is there, for each variable part of a path. */
let there: Readonly<Record<string, string>>;

beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:', adminToken: 'a-token-of-the-test' });
  const session = sessionOf(await callTool(kitchen, 'echo', { text: 'x' }));
  await callTool(kitchen, 'nothing');
  there = { workspace: 'default', id: 'input_required', session, number: '1' };
  contract = await Contract.read((path, init) => fetch(`${kitchen.url}${path}`, init), AUTHORIZED);
  return () => kitchen.close();
});

function ask(call: string, given: Omit<Call, 'call'> = {}): Promise<Answered> {
  return contract.ask({
    ...given,
    call,
    path: { ...there, ...given.path },
    headers: { ...AUTHORIZED, ...given.headers },
  });
}

function isOpen(call: string): boolean {
  return contract.operation(call).security?.length === 0;
}

test('every route of the table is in the document, and nothing else', () => {
  const table = adminRoutes({
    service: kitchen.service,
    clock: new FakeClock(),
    closing: new AbortController().signal,
    document: () => ({}),
  });
  const routes = table.map(({ verb, path }) => `${verb.toUpperCase()} /api${path}`);
  expect(contract.operations.toSorted()).toEqual(routes.toSorted());
});

const BASELINE = { scenario: 'baseline' };
const STATUS = {
  scenario: 'http_status_sequence',
  params: { statusCodes: [503, 200] },
  seed: 7,
};

test.each<[status: number, call: string, given?: Omit<Call, 'call'>]>([
  [200, 'GET /api/health'],
  [200, 'GET /api/openapi.json'],
  [200, 'GET /api/scenarios'],
  [200, 'GET /api/scenarios/{id}'],
  [201, 'POST /api/workspaces', { body: { name: 'seat-1' } }],
  [200, 'GET /api/workspaces'],
  [204, `DELETE ${W}`, { path: { workspace: 'seat-1' } }],
  [200, `GET ${W}/selection`],
  [
    200,
    `PUT ${W}/selection`,
    {
      body: {
        ...STATUS,
        newSessionOn: 'idle',
        endSessions: false,
        expiresAfter: { posts: 1_000 },
      },
      headers: { 'if-match': '*' },
    },
  ],
  [200, `PUT ${W}/selection`, { body: BASELINE, path: { workspace: 'made-by-put' } }],
  [200, `DELETE ${W}/selection`],
  [200, `GET ${W}/sessions`, { query: { open: 'true', limit: '1' } }],
  [201, `POST ${W}/sessions`, { body: { ...BASELINE, key: 'run-1' } }],
  [201, `POST ${W}/sessions`, { body: STATUS }],
  [200, `GET ${W}/sessions/{session}`],
  [200, `POST ${W}/sessions/{session}/end`, { body: {} }],
  [200, `POST ${W}/sessions/end`, { body: {} }],
  [200, `GET ${W}/sessions`],
  [200, `GET ${W}/observations`],
  [200, `GET ${W}/observations`, { query: { full: 'true', after: '0', outcome: 'JSONRPC_ERROR' } }],
  [200, `GET ${W}/observations`, { query: { before: '2', fault: 'none', method: 'tools/call' } }],
  [200, `GET ${W}/observations/{number}`],
  [200, `GET ${W}/observations/stream`, { headers: { 'last-event-id': 'x-1' } }],
  [204, `DELETE ${W}/observations`],
  [200, 'POST /api/reset', { body: {} }],
])('answers %i to %s as documented', async (status, call, given) => {
  expect(await ask(call, given)).toMatchObject({ status });
});

describe('refuses as documented', () => {
  test('a query that no route knows', async () => {
    for (const call of contract.operations) {
      const { json } = await ask(call, { query: { surprise: '1' }, ...bodyFor(call) });
      expect(json).toMatchObject({ status: 400, errors: [{ path: 'surprise' }] });
    }
  });

  test('a foreign origin', async () => {
    for (const call of contract.operations) {
      const { json } = await ask(call, { headers: { Origin: 'http://localhost:5173' } });
      expect(json).toMatchObject({ status: 403, code: 'forbidden_origin' });
    }
  });

  test('who has no token, health excepted', async () => {
    for (const call of contract.operations) {
      const { status } = await ask(call, { headers: { Authorization: '' } });
      expect([call, status]).toEqual([call, isOpen(call) ? 200 : 401]);
    }
  });

  test('a body that is too large, or no JSON', async () => {
    for (const call of contract.operations.filter((each) => !each.startsWith('GET '))) {
      const large = await ask(call, { body: 'x'.repeat(1024 * 1024 + 1) });
      expect(large.json).toMatchObject({ status: 413, code: 'body_too_large' });
      const form = await ask(call, { body: '{}', headers: { 'Content-Type': 'text/plain' } });
      expect(form.json).toMatchObject({ status: 415, code: 'unsupported_media_type' });
      const broken = await ask(call, { body: '{' });
      expect(broken.json).toMatchObject({ status: 400, code: 'invalid_request' });
    }
  });

  test('a workspace that is not there, and a name that can be none', async () => {
    for (const call of contract.operations.filter((each) => each.includes('{workspace}'))) {
      const body = bodyFor(call);
      const named = await ask(call, { ...body, path: { workspace: 'a.b' } });
      expect(named.json).toMatchObject({ status: 400, errors: [{ path: 'workspace' }] });
      if (/^(?:PUT .*selection|POST .*sessions)$/.test(call)) continue;
      const asked = await ask(call, { ...body, path: { workspace: 'nobody' } });
      expect(asked.json).toMatchObject({ status: 404, code: 'unknown_workspace' });
    }
  });

  test.each([
    ['GET /api/scenarios/{id}', { id: 'baselin' }],
    [`GET ${W}/sessions/{session}`, { session: 's0' }],
    [`POST ${W}/sessions/{session}/end`, { session: 's0' }],
    [`GET ${W}/observations/{number}`, { number: '9' }],
  ])('%s of %j, which is not there', async (call, path) => {
    const { json } = await ask(call, { path, ...bodyFor(call) });
    expect(json).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each([
    ['POST /api/workspaces', { name: 'default' }, 'conflict'],
    [`POST ${W}/sessions`, { ...BASELINE, key: 'run-2' }, 'conflict'],
    [`PUT ${W}/selection`, { scenario: 'baselin' }, 'unknown_scenario'],
    [`POST ${W}/sessions`, { ...BASELINE, params: { delayMs: -1 } }, 'invalid_params'],
  ])('%s with %j as %s', async (call, body, code) => {
    await ask(`POST ${W}/sessions`, { body: { ...BASELINE, key: 'run-2' } });
    expect((await ask(call, { body })).json).toMatchObject({ code });
  });

  test('another revision than the one that is meant', async () => {
    for (const call of [`PUT ${W}/selection`, `DELETE ${W}/selection`]) {
      const { json } = await ask(call, { headers: { 'if-match': '"999"' }, ...bodyFor(call) });
      expect(json).toMatchObject({ status: 412, code: 'revision_changed' });
    }
  });

  test('more workspaces than there may be', async () => {
    const { service } = kitchen;
    for (let more = service.workspaces().length; more < 1_000; more += 1) {
      service.createWorkspace(`many-${String(more)}`);
    }
    for (const call of ['POST /api/workspaces', `PUT ${W}/selection`, `POST ${W}/sessions`]) {
      const body = call.endsWith('workspaces') ? { name: 'more' } : BASELINE;
      const { json } = await ask(call, { path: { workspace: 'more' }, body });
      expect(json).toMatchObject({ status: 409, code: 'too_many_workspaces' });
    }
  });

  test.each([
    ['POST /api/workspaces', {}],
    ['POST /api/workspaces', { name: 'a b' }],
    ['POST /api/workspaces', { name: 'x'.repeat(65) }],
    ['POST /api/workspaces', { name: 'ok', colour: 'red' }],
    [`PUT ${W}/selection`, { scenario: '' }],
    [`PUT ${W}/selection`, { ...BASELINE, params: [] }],
    [`PUT ${W}/selection`, { ...BASELINE, seed: -1 }],
    [`PUT ${W}/selection`, { ...BASELINE, seed: 2 ** 32 }],
    [`PUT ${W}/selection`, { ...BASELINE, seed: 1.5 }],
    [`PUT ${W}/selection`, { ...BASELINE, newSessionOn: 'never' }],
    [`PUT ${W}/selection`, { ...BASELINE, endSessions: 'yes' }],
    [`PUT ${W}/selection`, { ...BASELINE, key: 'x' }],
    [`PUT ${W}/selection`, []],
    [`PUT ${W}/selection`, null],
    [`POST ${W}/sessions`, { ...BASELINE, key: '' }],
    [`POST ${W}/sessions`, { ...BASELINE, endSessions: true }],
    [`POST ${W}/sessions/end`, { all: true }],
    ['POST /api/reset', { all: true }],
    [`POST ${W}/sessions/{session}/end`, []],
  ])('%s with %j, which the document refuses too', async (call, body) => {
    expect((await ask(call, { body })).json).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
    expect(contract.takes(call, body)).toBe(false);
  });

  test('a method that is not in the document, and names those that are', async () => {
    const verbs = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
    for (const path of new Set(contract.operations.map((call) => call.split(' ')[1] ?? ''))) {
      const allowed = verbs.filter((verb) => contract.operations.includes(`${verb} ${path}`));
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => there[name] ?? '');
      for (const method of verbs.filter((verb) => !allowed.includes(verb))) {
        const headers = { ...AUTHORIZED, 'Content-Type': 'application/json' };
        const response = await fetch(`${kitchen.url}${target}`, { method, headers });
        expect([method, path, response.status]).toEqual([method, path, 405]);
        const named = response.headers.get('Allow')?.split(', ') ?? [];
        expect(named.filter((verb) => verb !== 'HEAD').toSorted()).toEqual(allowed.toSorted());
        expect(response.headers.get('Content-Type')).toBe('application/problem+json');
        contract.checkComponent('Problem', await response.json());
      }
    }
  });

  test('an address that is not in the document', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/workspaces/default/']) {
      const response = await fetch(`${kitchen.url}${path}`, { headers: AUTHORIZED });
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      contract.checkComponent('Problem', await response.json());
    }
  });
});

test.each([
  [503, new KitchenError('store_unavailable', 'It could not be saved: the disk is full')],
  [500, new TypeError('a defect')],
])('answers %i as documented where the kitchen is broken', async (status, error) => {
  const fail = (): never => {
    throw error;
  };
  const service = new Proxy(new FakeService(), { get: () => fail });
  const app = createAdminApp({ service, adminToken: null, publicUrl: fail });
  const broken = new Hono().route('/api', app);
  for (const call of contract.statuses.filter((each) => each.endsWith(` ${String(status)}`))) {
    const asked = call.replace(/ \d+$/, '');
    const given = { call: asked, path: there, ...bodyFor(asked) };
    const via = contract.over((path, init) => broken.request(path, init));
    expect([asked, (await via.ask(given)).status]).toEqual([asked, status]);
  }
});

test('no status is documented that is never answered', () => {
  expect(contract.statuses.filter((status) => !contract.met.has(status))).toEqual([]);
});

/** A body that the document asks for. */
function bodyFor(call: string): { readonly body?: unknown } {
  if (contract.operation(call).requestBody === undefined) return {};
  if (call.endsWith('/end') || call.endsWith('/reset')) return { body: {} };
  return { body: call.endsWith('/workspaces') ? { name: 'new' } : BASELINE };
}
