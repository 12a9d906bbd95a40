import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { observationOf } from '../support/fake-service.js';
import { adminUnderTest, problemOf, type AdminUnderTest } from './ask.js';

const OBSERVATIONS = '/workspaces/default/observations';

function withFive(): AdminUnderTest {
  const admin = adminUnderTest();
  for (let number = 1; number <= 5; number += 1) admin.service.stored.push(observationOf(number));
  return admin;
}

test('the list is newest first and carries summaries, bodies only when asked for', async () => {
  const { ask } = withFive();
  const { json } = await ask(`GET ${OBSERVATIONS}`);
  expect(json).toMatchObject({ observations: [5, 4, 3, 2, 1].map((number) => ({ number })) });
  expect(json).not.toHaveProperty('observations[0].request');
  expect(json).toHaveProperty('observations[0].http', {
    method: 'POST',
    path: '/mcp',
    status: 200,
  });
  const full = await ask(`GET ${OBSERVATIONS}?full=true`);
  expect(full.json).toHaveProperty('observations[0]', observationOf(5));
});

test('pages go down from `before` until `next` is null, also where the last page is full', async () => {
  const { ask } = withFive();
  expect((await ask(`GET ${OBSERVATIONS}?limit=3`)).json).toMatchObject({ next: 3 });
  expect((await ask(`GET ${OBSERVATIONS}?limit=2&before=3`)).json).toMatchObject({
    observations: [{ number: 2 }, { number: 1 }],
    next: null,
  });
});

test('pages go up from `after`', async () => {
  const { ask } = withFive();
  expect((await ask(`GET ${OBSERVATIONS}?limit=2&after=1`)).json).toMatchObject({
    observations: [{ number: 2 }, { number: 3 }],
    next: 3,
  });
  expect((await ask(`GET ${OBSERVATIONS}?limit=2&after=3`)).json).toMatchObject({
    observations: [{ number: 4 }, { number: 5 }],
    next: null,
  });
  expect((await ask(`GET ${OBSERVATIONS}?after=5`)).json).toEqual({ observations: [], next: null });
});

test('a large page comes whole, whichever way it goes', async () => {
  const { ask, service } = adminUnderTest();
  for (let number = 1; number <= 500; number += 1) service.stored.push(observationOf(number));
  const numbersOf = async (query: string): Promise<unknown> => {
    const { observations, next } = z
      .object({ observations: z.array(z.object({ number: z.number() })), next: z.unknown() })
      .parse((await ask(`GET ${OBSERVATIONS}?${query}`)).json);
    return { numbers: observations.map(({ number }) => number), next };
  };
  const from = (first: number, last: number): readonly number[] =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  expect(await numbersOf('limit=250&after=100')).toEqual({ numbers: from(101, 350), next: 350 });
  expect(await numbersOf('limit=250&full=true')).toEqual({
    numbers: from(251, 500).toReversed(),
    next: 251,
  });
  expect(await numbersOf('limit=300&before=251')).toEqual({
    numbers: from(1, 250).toReversed(),
    next: null,
  });
});

test('filters reach the store', async () => {
  const { ask, service } = withFive();
  const fault = { kind: 'http_status', status: 503 };
  service.stored.push(
    observationOf(6, { session: 'session-2', fault, outcome: 'HTTP_ERROR', layer: 'transport' }),
  );
  const filters = ['session=session-2', 'outcome=HTTP_ERROR', 'fault=http_status'];
  for (const filter of filters) {
    const { json } = await ask(`GET ${OBSERVATIONS}?${filter}&method=tools/call`);
    expect(json).toMatchObject({ observations: [{ number: 6 }] });
    expect(json).toHaveProperty('observations.length', 1);
  }
  expect((await ask(`GET ${OBSERVATIONS}?method=ping`)).json).toMatchObject({ observations: [] });
});

test.each([
  ['limit=501', 'limit'],
  ['limit=ten', 'limit'],
  ['before=-1', 'before'],
  ['after=99999999999999999', 'after'],
  ['before=3&after=1', 'after'],
  ['outcome=FINE', 'outcome'],
  ['full=1', 'full'],
  ['sesion=x', 'sesion'],
])('the query %s is refused', async (query, path) => {
  const asked = await adminUnderTest().ask(`GET ${OBSERVATIONS}?${query}`);
  expect(problemOf(asked)).toMatchObject({ status: 400, code: 'invalid_request', path });
});

test('one observation comes whole', async () => {
  const { ask } = withFive();
  const { status, json } = await ask(`GET ${OBSERVATIONS}/3`);
  expect(status).toBe(200);
  expect(json).toEqual(observationOf(3));
});

test('an unknown number is 404, and what is no number 400', async () => {
  const { ask } = withFive();
  expect(problemOf(await ask(`GET ${OBSERVATIONS}/9`))).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(problemOf(await ask(`GET ${OBSERVATIONS}/x1`))).toMatchObject({
    status: 400,
    code: 'invalid_request',
    path: 'number',
  });
});

test('all observations are cleared', async () => {
  const { ask } = withFive();
  expect((await ask(`DELETE ${OBSERVATIONS}`)).status).toBe(204);
  expect((await ask(`GET ${OBSERVATIONS}`)).json).toEqual({ observations: [], next: null });
});

test.each([
  ['GET /workspaces/nobody/observations'],
  ['DELETE /workspaces/nobody/observations'],
  ['GET /workspaces/nobody/observations/1'],
  ['GET /workspaces/nobody/observations/stream'],
  ['GET /workspaces/nobody/sessions'],
  ['POST /workspaces/nobody/sessions/end'],
  ['GET /workspaces/nobody/selection'],
  ['DELETE /workspaces/nobody/selection'],
])('%s is 404: there is no such workspace', async (call) => {
  expect(problemOf(await adminUnderTest().ask(call))).toMatchObject({
    status: 404,
    code: 'unknown_workspace',
  });
});

test('a large page is read step by step, and no further than its reader reads', async () => {
  const { app, service } = adminUnderTest();
  for (let number = 1; number <= 500; number += 1) service.stored.push(observationOf(number));
  let now = 0;
  // Each look at the clock finds that a step has taken long enough.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  const reading = vi.spyOn(service, 'observations');
  const response = await app.request(`${OBSERVATIONS}?full=true&limit=500`);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  const readByThen = reading.mock.calls.length;
  expect(readByThen).toBeLessThan(10);
  await reader?.cancel();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reading).toHaveBeenCalledTimes(readByThen);
  vi.restoreAllMocks();
});
