import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { LegacyConnection } from '../../src/upstream/legacy-connection.js';
import { MAX_OPEN } from '../../src/upstream/open-requests.js';
import { FakeClock } from '../support/fake-clock.js';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';

const HOUR = 60 * 60_000;
/** Each open stream of the SDK has a timer of this period. */
const KEEP_ALIVE_MS = 15_000;
/** A machine that does much else needs a while for hundreds of calls. */
const MANY = { timeout: 120_000 };
const NOTHING = { connections: 0, streams: 0, questions: 0 };

/** What was made and not given back: connections of the healthy server, open streams, questions that wait. */
let kept: { connections: number; streams: number; questions: number };

beforeEach(() => {
  kept = { ...NOTHING };
  const open = LegacyConnection.open.bind(LegacyConnection);
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { close } = LegacyConnection.prototype;
  const closed = new WeakSet<object>();
  vi.spyOn(LegacyConnection, 'open').mockImplementation((options) => {
    kept.connections += 1;
    return open(options);
  });
  vi.spyOn(LegacyConnection.prototype, 'close').mockImplementation(async function (
    this: LegacyConnection,
  ) {
    if (!closed.has(this)) kept.connections -= 1;
    closed.add(this);
    await close.call(this);
  });
  const streams = new Set<unknown>();
  const { setInterval: every, clearInterval: stop } = globalThis;
  vi.spyOn(globalThis, 'setInterval').mockImplementation((callback, ms) => {
    const timer = every(callback, ms);
    if (ms === KEEP_ALIVE_MS) streams.add(timer);
    kept.streams = streams.size;
    return timer;
  });
  vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
    streams.delete(timer);
    kept.streams = streams.size;
    stop(timer);
  });
  const questions = new Set<unknown>();
  const { setTimeout: after, clearTimeout: callOff } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback: () => void, ms) => {
    const timer = after(callback, ms);
    if (ms === HOUR) questions.add(timer);
    kept.questions = questions.size;
    return timer;
  });
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    questions.delete(timer);
    kept.questions = questions.size;
    callOff(timer);
  });
});
afterEach(() => vi.restoreAllMocks());

describe('a client that vanished', () => {
  it('leaves neither connection nor stream nor timer behind once it is forgotten', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock });
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const vanishing = new AbortController();
    const read = async (response: Promise<Response>): Promise<string> =>
      await (await response).text();
    const listening = read(client.send('GET', undefined, {}, vanishing.signal));
    const asking = client.message('tools/call', { name: 'ask' });
    const calling = read(client.send('POST', asking, {}, vanishing.signal));
    const gone = Promise.allSettled([listening, calling]);
    await expect.poll(() => kept).toEqual({ connections: 1, streams: 2, questions: 1 });

    vanishing.abort();
    expect((await gone).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await kitchen.waitFor(({ outcome }) => outcome === 'STREAM');
    await kitchen.waitFor(({ outcome }) => outcome === 'CANCELLED');
    // It may come back and resume: only its streams are given up at once.
    await expect.poll(() => kept).toEqual({ connections: 1, streams: 0, questions: 1 });

    clock.advance(2 * HOUR + 2_000);
    await expect.poll(() => kept).toEqual(NOTHING);
    expect((await client.request('ping')).status).toBe(404);
  });
});

describe('calls that nobody waits for any more', () => {
  const vanish = async (kitchen: Kitchen, client: LegacyClient, times: number): Promise<void> => {
    const vanishing = new AbortController();
    const responses = await Promise.all(
      Array.from({ length: times }, () =>
        client.send('POST', client.message('tools/call', { name: 'ask' }), {}, vanishing.signal),
      ),
    );
    const reading = Promise.allSettled(responses.map((response) => response.text()));
    vanishing.abort();
    await reading;
    for (const { headers } of responses) {
      const number = Number(headers.get('kitchen-exchange'));
      await kitchen.waitFor((candidate) => candidate.number === number);
    }
  };

  it('are given up beyond the first 200 of a session, the oldest first', MANY, async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const first = await client.open('tools/call', { name: 'ask' });
    await first.message();
    await first.cancel();
    await vanish(kitchen, client, MAX_OPEN - 1);
    await expect.poll(() => kept).toMatchObject({ streams: 0, questions: MAX_OPEN });
    await vanish(kitchen, client, 20);
    await expect.poll(() => kept).toMatchObject({ streams: 0, questions: MAX_OPEN });
    expect((await client.request('ping')).status).toBe(200);
    const resumed = await client.listen(first.lastId);
    expect(await resumed.rest()).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code: -32000 }) }),
    );
  });

  it('are refused where each of the 200 has a client that waits', MANY, async () => {
    const client = await LegacyClient.connect(await testKitchen(), { socket: true });
    const calls = await Promise.all(
      Array.from({ length: MAX_OPEN }, () => client.open('tools/call', { name: 'ask' })),
    );
    const { status, reply } = await client.post(client.message('ping'));
    expect([status, reply.id, reply.error.code]).toEqual([400, null, -32600]);
    expect(reply.error.message).toMatch(/200 requests .* no answer/);
    const [one, ...others] = calls;
    const { id } = await one!.message();
    await client.answer(id, { action: 'decline' });
    await one!.rest();
    expect((await client.request('ping')).status).toBe(200);
    await Promise.all(others.map((call) => call.cancel()));
  });
});

describe('a call that is called off', () => {
  it('is not answered to who resumes its stream', async () => {
    const client = await LegacyClient.connect(await testKitchen(), { socket: true });
    const asking = await client.open('tools/call', { name: 'ask' }, 7);
    await asking.message();
    const params = { requestId: 7 };
    await client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    expect(await asking.rest()).toEqual([]);
    const resumed = await client.listen(asking.lastId);
    const messages = await resumed.rest();
    expect(messages.filter((message) => 'result' in message || 'error' in message)).toEqual([]);
  });
});

describe('what is given back at once', () => {
  it.each([
    [
      'a session that was deleted',
      async (_kitchen: Kitchen, client: LegacyClient): Promise<unknown> => client.send('DELETE'),
    ],
    [
      'a session that was ended by hand',
      async (kitchen: Kitchen): Promise<unknown> => kitchen.endSessions(),
    ],
    ['a kitchen that was closed', (kitchen: Kitchen): Promise<unknown> => kitchen.close()],
  ])('%s', async (_what, end) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const stream = await client.listen();
    const call = await client.open('tools/call', { name: 'ask' });
    await call.message();
    expect(kept).toEqual({ connections: 1, streams: 2, questions: 1 });
    await end(kitchen, client);
    expect(await stream.rest()).toEqual([]);
    expect(await call.rest()).toEqual([]);
    await expect.poll(() => kept).toEqual(NOTHING);
  });

  it('a workspace that was deleted', async () => {
    const kitchen = await testKitchen();
    kitchen.service.createWorkspace('w2');
    const client = await LegacyClient.connect(kitchen, { path: '/w/w2/mcp' });
    await client.listen();
    await kitchen.service.deleteWorkspace('w2');
    expect(kept).toEqual(NOTHING);
  });

  it('what no initialize came of', async () => {
    const kitchen = await testKitchen();
    const client = new LegacyClient(kitchen);
    await client.post([client.message('ping')]);
    await client.post(client.message('initialize', { protocolVersion: 7 }));
    expect(kept.connections).toBe(0);
  });
});
