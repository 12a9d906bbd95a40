import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { FakeClock } from '../support/fake-clock.js';
import { testKitchen } from '../support/kitchen.js';
import { type LegacyAnswer, LegacyClient } from '../support/legacy-client.js';
import { callTool, discover, sessionOf } from '../support/mcp.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OLD = { name: 'old-client', version: '1.0.0' };

const sessionIn = ({ response }: LegacyAnswer): string =>
  response.headers.get('kitchen-session') ?? '';
const endReason = (kitchen: Kitchen, id: string): string | null =>
  kitchen.service.session('default', id).endReason;

async function expectLost(kitchen: Kitchen, client: LegacyClient): Promise<void> {
  const lost = await client.request('ping');
  expect([lost.status, lost.reply]).toEqual([
    404,
    { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null },
  ]);
  expect(sessionIn(lost)).toBe('');
  expect(kitchen.observations()[0]).toMatchObject({
    session: null,
    refused: 'unknown_mcp_session',
    era: 'legacy',
    rpc: { method: 'ping' },
    outcome: 'HTTP_ERROR',
    errorCode: -32001,
    request: { body: expect.stringContaining('"ping"') },
  });
}

describe('at an address of its own', () => {
  const path = '/w/default/s/run-1/mcp';

  it('no initialize ends the session: each window has its id, and both share it', async () => {
    const kitchen = await testKitchen();
    kitchen.order({
      scenario: 'tool_error',
      key: 'run-1',
      params: { on: { method: 'tools/call', nth: 2 } },
    });
    const first = await LegacyClient.connect(kitchen, { path });
    const second = await LegacyClient.connect(kitchen, { path, name: 'other' });
    expect(first.id).not.toBe(second.id);
    expect(await first.session()).toBe(await second.session());
    expect((await first.call('echo', { text: 'x' })).reply.result.isError).toBeUndefined();
    expect((await second.call('echo', { text: 'x' })).reply.result.isError).toBe(true);
  });

  it('a client that deletes its session and comes back finds what was ordered, begun anew', async () => {
    const kitchen = await testKitchen();
    kitchen.order({ scenario: 'tool_error', key: 'run-1' });
    const runs = [];
    for (let run = 0; run < 2; run += 1) {
      const client = await LegacyClient.connect(kitchen, { path });
      const answer = await client.call('echo', { text: 'x' });
      runs.push([sessionIn(answer), answer.reply.result.isError]);
      expect((await client.send('DELETE')).status).toBe(200);
    }
    expect(runs.map(([, isError]) => isError)).toEqual([true, true]);
    expect(new Set(runs.map(([session]) => session)).size).toBe(2);
  });

  it('an id that was given elsewhere is unknown', async () => {
    const kitchen = await testKitchen();
    kitchen.service.createWorkspace('w2');
    const client = await LegacyClient.connect(kitchen);
    for (const other of [path, '/w/w2/mcp']) {
      const lost = new LegacyClient(kitchen, { path: other });
      lost.id = client.id;
      expect((await lost.request('ping')).status).toBe(404);
    }
    expect((await client.request('ping')).status).toBe(200);
  });
});

describe('with an Mcp-Session-Id', () => {
  it('a second window does not end the first one, which goes on with its own selection', async () => {
    const kitchen = await testKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [200, 503], on: { method: 'tools/call' } },
    });
    const first = await LegacyClient.connect(kitchen);
    const session = await first.session();
    const asking = await first.open('tools/call', { name: 'ask' });
    const question = await asking.message();
    kitchen.select({ scenario: 'baseline' });
    const second = await LegacyClient.connect(kitchen);
    expect(endReason(kitchen, session)).toBe('reconnected');

    expect(sessionIn(await second.call('echo', { text: 'x' }))).not.toBe(session);
    await first.answer(question.id, { action: 'decline' });
    expect((await asking.message()).result.structuredContent).toEqual({ action: 'decline' });
    const failed = await first.send('POST', first.message('tools/call', { name: 'echo' }));
    expect([failed.status, failed.headers.get('kitchen-session')]).toEqual([503, session]);
  });

  it.each(['modern', 'legacy'])(
    'a %s handshake of the same client leaves it alone',
    async (era) => {
      const kitchen = await testKitchen();
      const client = await LegacyClient.connect(kitchen);
      const session = await client.session();
      kitchen.select({ scenario: 'baseline' });
      if (era === 'modern') await discover(kitchen, OLD);
      else await LegacyClient.connect(kitchen);
      expect(endReason(kitchen, session)).toBe('reconnected');
      expect(await client.session()).toBe(session);
    },
  );

  it.each(['made up', ''])('that was never given (%j) there is no session', async (id) => {
    const kitchen = await testKitchen();
    const client = new LegacyClient(kitchen);
    client.id = id;
    const { status } = await client.request('ping', {}, { 'mcp-session-id': id || ' ' });
    expect(status).toBe(404);
  });

  it('that was made up there is none for a GET or a DELETE either', async () => {
    const kitchen = await testKitchen();
    const client = new LegacyClient(kitchen);
    client.id = 'made-up';
    for (const verb of ['GET', 'DELETE']) {
      expect((await client.send(verb)).status).toBe(404);
      expect(kitchen.observations()[0]).toMatchObject({
        session: null,
        refused: 'unknown_mcp_session',
        http: { method: verb },
      });
    }
  });

  it('whose session was ended by hand there is none, and what was open is cut', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    const stream = await client.listen();
    const call = await client.open('tools/call', { name: 'slow', arguments: { ms: 600_000 } }, 9);
    kitchen.service.endSession('default', session);
    expect(await stream.rest()).toEqual([]);
    expect(await call.rest()).toEqual([]);
    await expectLost(kitchen, client);
    const { number } = await kitchen.waitFor(({ rpc }) => rpc.id === '9');
    const [before] = kitchen.observations({ before: number, limit: 1 });
    expect(kitchen.service.observation('default', number)).toMatchObject({
      outcome: 'CONNECTION_LOST',
      closedBy: 'server',
    });
    expect(before).toMatchObject({ outcome: 'STREAM', closedBy: 'server' });
  });

  it('a session that a newer one replaced ends with all others of the workspace', async () => {
    const kitchen = await testKitchen();
    const first = await LegacyClient.connect(kitchen);
    const second = await LegacyClient.connect(kitchen);
    const { openSessions } = kitchen.select({ scenario: 'tool_error' });
    expect(openSessions).toHaveLength(2);
    expect(kitchen.endSessions().map(({ endReason: reason }) => reason)).toEqual([
      'ended',
      'ended',
    ]);
    await expectLost(kitchen, first);
    await expectLost(kitchen, second);
  });

  it('an unreadable body belongs to its session', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    const answer = await client.post('{"jsonrpc":', { 'mcp-protocol-version': '' });
    expect([answer.status, sessionIn(answer)]).toEqual([400, session]);
  });

  it('a modern request takes no notice of it', async () => {
    const kitchen = await testKitchen();
    const headers = { 'mcp-session-id': 'made-up' };
    const answered = await callTool(kitchen, 'echo', { text: 'x' }, { headers });
    expect(answered.status).toBe(200);
    expect(answered.headers.get('mcp-session-id')).toBeNull();
  });
});

describe('DELETE', () => {
  it('ends the session, cuts its calls, ends its GET stream, and takes the id back', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    const { posts } = kitchen.service.session('default', session).counters;
    const stream = await client.listen();
    const call = await client.open('tools/call', { name: 'slow', arguments: { ms: 600_000 } }, 9);
    const response = await client.send('DELETE');
    expect([response.status, response.headers.get('kitchen-session')]).toEqual([200, session]);
    expect([await stream.rest(), await call.rest()]).toEqual([[], []]);
    expect(kitchen.service.session('default', session)).toMatchObject({
      endReason: 'deleted',
      counters: { posts: posts + 1 },
    });
    const seen = kitchen
      .observations({ limit: 3 })
      .map(({ http, outcome }) => [http.method, outcome]);
    expect(seen).toEqual([
      ['DELETE', 'SESSION_END'],
      ['POST', 'CONNECTION_LOST'],
      ['GET', 'STREAM'],
    ]);
    await expectLost(kitchen, client);
    expect(sessionIn(await new LegacyClient(kitchen).initialize())).not.toBe(session);
  });

  it('closes the GET stream as HTTP should, and breaks the connections of calls', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const stream = await client.listen();
    const call = await client.open('tools/call', { name: 'ask' });
    await call.message();
    await client.send('DELETE');
    expect(await stream.rest()).toEqual([]);
    await expect(call.rest()).rejects.toThrow('terminated');
    const ended = await kitchen.waitFor(({ http }) => http.method === 'GET');
    expect(ended).toMatchObject({ outcome: 'STREAM', closedBy: 'server' });
  });

  it.each([
    ['at the address of a KEY', '/w/default/s/two/mcp', 'handshake'],
    ['where no handshake ends a session', '/mcp', 'idle'],
  ] as const)('%s leaves the other ids of the session alone', async (_, path, newSessionOn) => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'baseline', newSessionOn });
    const first = await LegacyClient.connect(kitchen, { path, socket: true });
    const second = await LegacyClient.connect(kitchen, { path, socket: true });
    const session = await first.session();
    expect(await second.session()).toBe(session);
    const cut = await first.open('tools/call', { name: 'slow', arguments: { ms: 600_000 } }, 9);
    const closing = await first.listen();
    const going = await second.open('tools/call', { name: 'ask' }, 9);
    const question = await going.message();

    expect((await first.send('DELETE')).status).toBe(200);
    expect(await closing.rest()).toEqual([]);
    await expect(cut.rest()).rejects.toThrow('terminated');
    expect((await first.request('ping')).status).toBe(404);
    expect(endReason(kitchen, session)).toBeNull();
    await second.answer(question.id, { action: 'decline' });
    expect((await going.message()).id).toBe(9);
    expect(await second.session()).toBe(session);

    await second.send('DELETE');
    expect(endReason(kitchen, session)).toBe('deleted');
  });

  it('that a fault answers ends nothing', async () => {
    const kitchen = await testKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [405], on: { verb: 'DELETE' } },
    });
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    expect((await client.send('DELETE')).status).toBe(405);
    expect(endReason(kitchen, session)).toBeNull();
    expect(await client.session()).toBe(session);
  });

  it('ends a session that a newer one has replaced', async () => {
    const kitchen = await testKitchen();
    const first = await LegacyClient.connect(kitchen);
    const session = await first.session();
    const second = await LegacyClient.connect(kitchen);
    expect((await first.send('DELETE')).status).toBe(200);
    expect(endReason(kitchen, session)).toBe('deleted');
    await expectLost(kitchen, first);
    expect((await second.request('ping')).status).toBe(200);
  });
});

describe('without an Mcp-Session-Id', () => {
  it('a call that is no initialize is refused in a session of its own client', async () => {
    const kitchen = await testKitchen();
    const client = new LegacyClient(kitchen);
    const { status, reply } = await client.call('echo', { text: 'x' });
    expect([status, reply.error.code]).toEqual([400, -32000]);
    const [record] = kitchen.observations();
    expect(record).toMatchObject({ client: { name: 'anonymous' }, outcome: 'HTTP_ERROR' });
    expect(kitchen.service.session('default', record?.session ?? '').established).toBe(false);
  });

  it.each(['GET', 'DELETE'])(
    '%s is 405, and 400 where a version of 2025 is named',
    async (verb) => {
      const kitchen = await testKitchen();
      const client = new LegacyClient(kitchen);
      const plain = await client.send(verb);
      expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'POST']);
      const versioned = await client.send(verb, undefined, {
        'mcp-protocol-version': '2025-06-18',
      });
      expect(versioned.status).toBe(400);
      expect(await versioned.json()).toMatchObject({ error: { code: -32000 }, id: null });
      expect(kitchen.observations()[0]).toMatchObject({ session: null, refused: 'no_mcp_session' });
      const modern = await client.send(verb, undefined, { 'mcp-protocol-version': '2026-07-28' });
      expect(modern.status).toBe(405);
    },
  );
});

describe('initialize', () => {
  it('opens a session where the client has none', async () => {
    const kitchen = await testKitchen();
    const session = sessionIn(await new LegacyClient(kitchen).initialize());
    expect(kitchen.service.session('default', session)).toMatchObject({
      client: OLD,
      era: 'legacy',
      established: true,
      endReason: null,
    });
  });

  it('begins a new session where the client has one', async () => {
    const kitchen = await testKitchen();
    const first = sessionIn(await new LegacyClient(kitchen).initialize());
    const second = sessionIn(await new LegacyClient(kitchen).initialize());
    expect(second).not.toBe(first);
    expect(endReason(kitchen, first)).toBe('reconnected');
  });

  it('of another client leaves it alone', async () => {
    const kitchen = await testKitchen();
    const first = sessionIn(await new LegacyClient(kitchen).initialize());
    await new LegacyClient(kitchen, { version: '2.0.0' }).initialize();
    expect(endReason(kitchen, first)).toBeNull();
  });

  it('that failed is tried again in the same session', async () => {
    const kitchen = await testKitchen({ scenario: 'http_status_sequence' });
    const failed = await new LegacyClient(kitchen).post(initialize());
    const again = await new LegacyClient(kitchen).initialize();
    expect([failed.status, again.status]).toEqual([503, 200]);
    expect(sessionIn(again)).toBe(sessionIn(failed));
  });

  it('that failed is superseded once another selection is saved', async () => {
    const kitchen = await testKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [503] },
    });
    const failed = await new LegacyClient(kitchen).post(initialize());
    kitchen.select({ scenario: 'baseline' });
    expect((await new LegacyClient(kitchen).initialize()).status).toBe(200);
    expect(endReason(kitchen, sessionIn(failed))).toBe('superseded');
  });

  it('joins the session of a probe that failed', async () => {
    const kitchen = await testKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [400, 200] },
    });
    const probe = await discover(kitchen, OLD);
    const client = new LegacyClient(kitchen);
    expect(sessionIn(await client.initialize())).toBe(sessionOf(probe));
    expect(kitchen.service.session('default', sessionOf(probe))).toMatchObject({
      era: 'legacy',
      protocolVersion: '2025-11-25',
      counters: { posts: 2 },
    });
  });

  it('after a probe that succeeded begins a new session', async () => {
    const kitchen = await testKitchen();
    const probe = await discover(kitchen, OLD);
    expect(sessionIn(await new LegacyClient(kitchen).initialize())).not.toBe(sessionOf(probe));
    expect(endReason(kitchen, sessionOf(probe))).toBe('reconnected');
  });

  it.each(['idle', 'end'] as const)(
    'ends no session with newSessionOn %s',
    async (newSessionOn) => {
      const kitchen = await testKitchen();
      kitchen.select({ scenario: 'baseline', newSessionOn });
      const first = await LegacyClient.connect(kitchen);
      const second = await LegacyClient.connect(kitchen);
      expect(first.id).not.toBe(second.id);
      expect(await first.session()).toBe(await second.session());
    },
  );

  it('leaves the session to anything else that its client sends', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    kitchen.select({ scenario: 'tool_error' });
    expect((await client.call('echo', { text: 'x' })).reply.result.isError).toBeUndefined();
    expect(await client.session()).toBe(session);
  });
});

describe('idle', () => {
  const start = async (): Promise<{ kitchen: Kitchen; clock: FakeClock }> => {
    const clock = new FakeClock();
    return { clock, kitchen: await testKitchen({ clock, idleTimeoutMs: MINUTE }) };
  };

  it('is a session with an id after one hour, and the id leads to it for another', async () => {
    const { kitchen, clock } = await start();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    clock.advance(59 * MINUTE);
    expect(endReason(kitchen, session)).toBeNull();
    clock.advance(2 * MINUTE);
    expect(endReason(kitchen, session)).toBe('idle');
    expect(await client.session()).toBe(session);
    clock.advance(59 * MINUTE);
    expect(await client.session()).toBe(session);
    clock.advance(2 * HOUR);
    await expectLost(kitchen, client);
  });

  it('ends when its client shakes hands again', async () => {
    const { kitchen, clock } = await start();
    const failed = sessionIn(await new LegacyClient(kitchen).call('echo'));
    clock.advance(2 * MINUTE);
    const again = sessionIn(await new LegacyClient(kitchen).call('echo'));
    expect(again).not.toBe(failed);
    expect(endReason(kitchen, failed)).toBe('idle');
  });

  it('is no session with a stream, nor one whose user takes long to answer', async () => {
    const { kitchen, clock } = await start();
    const listening = await LegacyClient.connect(kitchen, { name: 'listening' });
    const asked = await LegacyClient.connect(kitchen, { name: 'asked' });
    const sessions = [await listening.session(), await asked.session()];
    const stream = await listening.listen();
    const call = await asked.open('tools/call', { name: 'ask' });
    const question = await call.message();
    clock.advance(59 * MINUTE);
    await asked.answer(question.id, { action: 'decline' });
    expect(await call.rest()).toMatchObject([
      { result: { structuredContent: { action: 'decline' } } },
    ]);
    clock.advance(59 * MINUTE);
    expect(sessions.map((session) => endReason(kitchen, session))).toEqual([null, null]);
    clock.advance(2 * MINUTE);
    expect(sessions.map((session) => endReason(kitchen, session))).toEqual([null, 'idle']);
    await stream.cancel();
    clock.advance(HOUR);
    expect(endReason(kitchen, sessions[0] ?? '')).toBe('idle');
  });
});

function initialize(): object {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: OLD };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}
