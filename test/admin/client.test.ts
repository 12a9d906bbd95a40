import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Hono } from 'hono';
import { createAdminApp } from '../../src/admin/app.js';
import { AdminClientError, createAdminClient, type AdminClient } from '../../src/admin/client.js';
import { summarize } from '../../src/observations/summarize.js';
import { FakeService, observationOf } from '../support/fake-service.js';

const URL_OF_KITCHEN = 'http://127.0.0.1:4242';

interface ClientUnderTest {
  readonly client: AdminClient;
  readonly service: FakeService;
  /** Paths of the requests that were made. */
  readonly asked: string[];
  /** Ends the live streams, as a lost connection would. */
  readonly cut: () => void;
}

function clientUnderTest(token?: string): ClientUnderTest {
  const service = new FakeService();
  const asked: string[] = [];
  let closing = new AbortController();
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    const admin = createAdminApp({
      service,
      adminToken: 'secret',
      publicUrl: () => URL_OF_KITCHEN,
      closing: closing.signal,
    });
    return new Hono().route('/api', admin).fetch(request);
  };
  const cut = (): void => {
    closing.abort();
    closing = new AbortController();
  };
  const client = createAdminClient({ url: `${URL_OF_KITCHEN}/`, token: token ?? 'secret', fetch });
  return { client, service, asked, cut };
}

async function failureOf(promise: Promise<unknown>): Promise<AdminClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AdminClientError) return error;
  throw new Error(`no AdminClientError but ${String(error)}`);
}

describe('each method asks its route', () => {
  test('health and scenarios', async () => {
    const { client, service } = clientUnderTest();
    expect(await client.health()).toEqual(service.health());
    expect((await client.scenarios()).scenarios).toEqual([await client.scenario('baseline')]);
  });

  test('workspaces', async () => {
    const { client } = clientUnderTest();
    expect(await client.createWorkspace('seat-1')).toMatchObject({ name: 'seat-1' });
    expect((await client.workspaces()).workspaces).toHaveLength(2);
    await client.deleteWorkspace('seat-1');
    expect((await client.workspaces()).workspaces).toHaveLength(1);
  });

  test('selections', async () => {
    const { client, service } = clientUnderTest();
    const saved = await client.select('default', { scenario: 'baseline', seed: undefined }, 1);
    expect(saved).toMatchObject({ revision: 2, openSessions: [] });
    expect(await client.selection('default')).toEqual(service.selection('default'));
    expect((await client.resetSelection('default', 2)).revision).toBe(3);
    expect(await failureOf(client.resetSelection('default', 2))).toMatchObject({ status: 412 });
  });

  test('sessions', async () => {
    const { client, service } = clientUnderTest();
    const ordered = await client.order('default', { scenario: 'baseline', key: 'run-1' });
    expect(ordered).toMatchObject({ id: 'session-1', url: 'http://kitchen/w/default/s/run-1/mcp' });
    const page = await client.sessions('default', { open: true, limit: 5, before: undefined });
    expect(page).toEqual({ sessions: [service.session('default', 'session-1')], next: null });
    expect((await client.session('default', 'session-1')).endReason).toBeNull();
    expect((await client.endSession('default', 'session-1')).endReason).toBe('ended');
    expect((await client.endSessions('default')).sessions).toEqual([]);
  });

  test('observations', async () => {
    const { client, service } = clientUnderTest();
    service.stored.push(observationOf(1), observationOf(2));
    expect(await client.observations('default', { after: 1 })).toEqual({
      observations: [summarize(observationOf(2))],
      next: null,
    });
    expect((await client.wholeObservations('default', { limit: 1 })).observations).toEqual([
      observationOf(2),
    ]);
    expect(await client.observation('default', 1)).toEqual(observationOf(1));
    await client.clearObservations('default');
    expect((await client.observations('default')).observations).toEqual([]);
  });

  test('names are encoded, so that they stay one part of the path', async () => {
    const { client, asked } = clientUnderTest();
    await failureOf(client.session('default', '../../x?y'));
    expect(asked).toEqual(['GET /api/workspaces/default/sessions/..%2F..%2Fx%3Fy']);
  });
});

describe('errors', () => {
  test('carry what the kitchen said', async () => {
    const { client } = clientUnderTest();
    const error = await failureOf(client.scenario('baselin'));
    expect(error).toMatchObject({ status: 404, code: 'not_found', problem: { errors: [] } });
    expect(error.message).toBe(error.problem?.detail);
  });

  test('a missing token is asked for by name', async () => {
    const { client } = clientUnderTest('wrong');
    const error = await failureOf(client.scenarios());
    expect(error).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(error.message).toContain('KITCHEN_ADMIN_TOKEN');
  });

  test('where nobody listens, it is said how to start a kitchen', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${String(address.port)}`;
    const error = await failureOf(createAdminClient({ url }).health());
    expect(error).toMatchObject({ status: null, problem: null, code: null });
    expect(error.message).toContain(`${url} (ECONNREFUSED)`);
    expect(error.message).toContain('kitchen serve');
  });

  test.each([
    ['an answer of something else', 200, '<html>'],
    ['a good answer of another shape', 200, '{"status":"fine"}'],
    ['an error that is no problem', 502, 'Bad Gateway'],
  ])('%s raises the question whether it is a kitchen', async (_what, status, body) => {
    const fetch = async (): Promise<Response> => new Response(body, { status });
    const error = await failureOf(createAdminClient({ url: URL_OF_KITCHEN, fetch }).health());
    expect(error).toMatchObject({ status, problem: null });
    expect(error.message).toMatch(/is it a kitchen/);
  });

  test('a kitchen of another version of the API is not misunderstood', async () => {
    const headers = { 'Kitchen-Api-Version': '2' };
    const fetch = async (): Promise<Response> => Response.json({ status: 'ok' }, { headers });
    const error = await failureOf(createAdminClient({ url: URL_OF_KITCHEN, fetch }).health());
    expect(error.message).toMatch(/of this version/);
  });

  test.each([['localhost'], ['localhost:4242'], ['file:///tmp'], ['http://']])(
    '%s is no URL of a kitchen, which is said at once',
    (url) => {
      expect(() => createAdminClient({ url })).toThrow(`"${url}" is no URL`);
    },
  );

  test.each([['{'], ['']])('a good answer that breaks off after %j is no data', async (text) => {
    const headers = { 'Kitchen-Api-Version': '1' };
    const fetch = async (): Promise<Response> => new Response(text, { headers });
    const error = await failureOf(createAdminClient({ url: URL_OF_KITCHEN, fetch }).health());
    expect(error.message).toMatch(/broke off its answer/);
  });
});

describe('observe', () => {
  test('yields what happens, goes on after a lost connection, and ends when told to', async () => {
    const { client, service, asked, cut } = clientUnderTest();
    const ending = new AbortController();
    const events = client.observe('default', { signal: ending.signal, lastEventId: 'boot-1-0' });
    const publish = (number: number): void => {
      service.live.publish('finished', summarize(observationOf(number)));
    };
    publish(1);
    expect((await events.next()).value).toEqual({
      type: 'finished',
      id: 'boot-1-1',
      observation: summarize(observationOf(1)),
    });
    cut();
    publish(2);
    expect((await events.next()).value).toMatchObject({ id: 'boot-1-2' });
    expect(asked).toHaveLength(2);
    const waiting = events.next();
    ending.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test('yields a gap of unknown size where the kitchen was started anew', async () => {
    const { client } = clientUnderTest();
    const events = client.observe('default', { lastEventId: 'boot-0-9' });
    const gap = { type: 'gap', id: 'boot-1-0', missed: null };
    expect((await events.next()).value).toEqual(gap);
    await events.return();
  });

  test('leaves the stream when the loop is left', async () => {
    const { client, service } = clientUnderTest();
    let left = 0;
    const subscribe = service.live.subscribe.bind(service.live);
    service.live.subscribe = (...given) => {
      const leave = subscribe(...given);
      return () => {
        left += 1;
        leave();
      };
    };
    service.live.publish('finished', summarize(observationOf(1)));
    for await (const event of client.observe('default', { lastEventId: 'boot-1-0' })) {
      expect(event.type).toBe('finished');
      break;
    }
    expect(left).toBe(1);
  });

  test('throws where the kitchen refuses, or where there is none to begin with', async () => {
    const { client } = clientUnderTest();
    expect(await failureOf(client.observe('nobody').next())).toMatchObject({ status: 404 });
    const nowhere = createAdminClient({
      url: URL_OF_KITCHEN,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    expect((await failureOf(nowhere.observe('default').next())).status).toBeNull();
  });
});
