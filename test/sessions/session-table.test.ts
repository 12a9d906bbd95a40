/** Every row of the session table, as a client and an admin observe it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { FakeClock } from '../support/fake-clock.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool, discover, message, send, sessionOf } from '../support/mcp.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MINUTE = 60_000;

function endReason(kitchen: Kitchen, id: string): string | null {
  return kitchen.service.session('default', id).endReason;
}

describe('an address with a KEY', () => {
  it('leads to exactly one session, whoever calls and however often the client connects', async () => {
    const kitchen = await testKitchen();
    const path = '/w/default/s/run-1/mcp';
    const first = await discover(kitchen, { path, name: 'a' }, 'probe');
    kitchen.select({ scenario: 'tool_error' });
    const again = await discover(kitchen, { path, name: 'b' }, 'probe');
    expect(sessionOf(again)).toBe(sessionOf(first));
    const record = kitchen.service.session('default', sessionOf(first));
    expect(record).toMatchObject({ key: 'run-1', endReason: null, scenario: 'baseline' });
  });

  it('opens a session with the selection of the workspace when nothing was ordered', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'tool_error' });
    const answer = await discover(kitchen, { path: '/w/default/s/k/mcp' });
    expect(kitchen.service.session('default', sessionOf(answer)).scenario).toBe('tool_error');
  });

  it('leads to the session that was ordered, with its own selection', async () => {
    const kitchen = await testKitchen();
    const ordered = kitchen.order({ scenario: 'tool_error', key: 'mine' });
    expect(ordered.url).toBe(`${kitchen.url}/w/default/s/mine/mcp`);
    const answer = await callTool(
      kitchen,
      'echo',
      { text: 'x' },
      { path: '/w/default/s/mine/mcp' },
    );
    expect(sessionOf(answer)).toBe(ordered.id);
    expect(answer.json.result.isError).toBe(true);
    const beside = await callTool(kitchen, 'echo', { text: 'x' });
    expect(beside.json.result.isError).toBeFalsy();
  });

  it('is refused a second order while its session is open', async () => {
    const kitchen = await testKitchen();
    kitchen.order({ scenario: 'tool_error', key: 'mine' });
    expect(() => kitchen.order({ scenario: 'baseline', key: 'mine' })).toThrow(/key mine is open/);
  });

  it('is idle after an hour, not after the limit of the other sessions', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock, idleTimeoutMs: MINUTE });
    const path = '/w/default/s/k/mcp';
    const first = await discover(kitchen, { path });
    clock.advance(59 * MINUTE);
    expect(sessionOf(await discover(kitchen, { path }))).toBe(sessionOf(first));
    clock.advance(61 * MINUTE);
    expect(endReason(kitchen, sessionOf(first))).toBe('idle');
    expect(sessionOf(await discover(kitchen, { path }))).not.toBe(sessionOf(first));
  });

  it('keeps an ordered selection over idle time', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock });
    const ordered = kitchen.order({ scenario: 'tool_error', key: 'mine' });
    clock.advance(61 * MINUTE);
    const answer = await callTool(
      kitchen,
      'echo',
      { text: 'x' },
      { path: '/w/default/s/mine/mcp' },
    );
    expect(sessionOf(answer)).not.toBe(ordered.id);
    expect(answer.json.result.isError).toBe(true);
  });

  it('opens anew with the current selection after its session was ended by hand', async () => {
    const kitchen = await testKitchen();
    const ordered = kitchen.order({ scenario: 'tool_error', key: 'mine' });
    kitchen.service.endSession('default', ordered.id);
    const answer = await callTool(
      kitchen,
      'echo',
      { text: 'x' },
      { path: '/w/default/s/mine/mcp' },
    );
    expect(answer.json.result.isError).toBeFalsy();
  });
});

describe('a requestState that the kitchen made', () => {
  const capabilities = { elicitation: {} };

  async function ask(kitchen: Kitchen, path = '/mcp'): Promise<{ session: string; state: string }> {
    const answer = await callTool(kitchen, 'ask', {}, { capabilities, path });
    return { session: sessionOf(answer), state: answer.json.result.requestState as string };
  }

  it('leads to the session that made it, even when that was superseded since', async () => {
    const kitchen = await testKitchen();
    await discover(kitchen, {}, 'probe');
    const { session, state } = await ask(kitchen);
    await discover(kitchen, {}, 'probe');
    expect(endReason(kitchen, session)).toBe('reconnected');
    const params = { name: 'ask', arguments: {}, requestState: state, inputResponses: {} };
    const answer = await send(kitchen, message('tools/call', params, { capabilities }));
    expect(sessionOf(answer)).toBe(session);
    expect(answer.json.result.resultType).toBe('input_required');
  });

  it('is refused with -32602 when its session was ended by hand', async () => {
    const kitchen = await testKitchen();
    const { session, state } = await ask(kitchen);
    kitchen.endSessions();
    const params = { name: 'ask', arguments: {}, requestState: state, inputResponses: {} };
    const answer = await send(kitchen, message('tools/call', params, { capabilities }));
    expect(answer.json.error.code).toBe(-32602);
    expect(sessionOf(answer)).toBe(session);
  });

  it('does not lead to its session from another address', async () => {
    const kitchen = await testKitchen();
    const { session, state } = await ask(kitchen, '/w/default/s/k/mcp');
    const params = { name: 'ask', arguments: {}, requestState: state, inputResponses: {} };
    const answer = await send(kitchen, message('tools/call', params, { capabilities }));
    expect(sessionOf(answer)).not.toBe(session);
    expect(answer.json.error.code).toBe(-32602);
  });
});

describe('a request of a client', () => {
  it('opens a session where none is open', async () => {
    const kitchen = await testKitchen();
    const answer = await callTool(kitchen, 'echo', { text: 'x' });
    const record = kitchen.service.session('default', sessionOf(answer));
    expect(record.client).toEqual({ name: 'test-client', version: '1.0.0', address: 'in-process' });
    expect(record.counters).toEqual({
      posts: 1,
      methods: { 'tools/call': 1 },
      calls: { echo: 1 },
      rounds: {},
    });
  });

  it('begins a new session when the open one is idle', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock, idleTimeoutMs: MINUTE });
    const first = await callTool(kitchen, 'echo', { text: 'x' });
    clock.advance(MINUTE - 1);
    const second = await callTool(kitchen, 'echo', { text: 'x' });
    expect(sessionOf(second)).toBe(sessionOf(first));
    clock.advance(MINUTE);
    const third = await callTool(kitchen, 'echo', { text: 'x' });
    expect(sessionOf(third)).not.toBe(sessionOf(first));
    expect(endReason(kitchen, sessionOf(first))).toBe('idle');
  });

  it('finds that a sweep has ended a session whose client vanished', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock, idleTimeoutMs: MINUTE });
    const first = await callTool(kitchen, 'echo', { text: 'x' });
    clock.advance(MINUTE + 2_000);
    expect(endReason(kitchen, sessionOf(first))).toBe('idle');
  });

  it('supersedes a session that is not established once another selection was saved', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'http_status_sequence', params: { statusCodes: [503] } });
    const first = await discover(kitchen);
    expect(first.status).toBe(503);
    kitchen.select({ scenario: 'baseline' });
    const second = await callTool(kitchen, 'echo', { text: 'x' });
    expect(second.status).toBe(200);
    expect(endReason(kitchen, sessionOf(first))).toBe('superseded');
  });

  it('stays in a session that is not established while the selection is the same', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'http_status_sequence', params: { statusCodes: [503, 503, 200] } });
    const answers = [
      await discover(kitchen, {}, 'probe'),
      await discover(kitchen, {}, 'probe'),
      await discover(kitchen, {}, 'probe'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(new Set(answers.map(sessionOf)).size).toBe(1);
  });

  it('begins a new session with a repeated id of server/discover', async () => {
    const kitchen = await testKitchen();
    const first = await discover(kitchen, {}, 'server-discover-probe-1');
    const second = await discover(kitchen, {}, 'server-discover-probe-1');
    expect(sessionOf(second)).not.toBe(sessionOf(first));
    expect(endReason(kitchen, sessionOf(first))).toBe('reconnected');
  });

  it('begins a new session with the first server/discover after a save', async () => {
    const kitchen = await testKitchen();
    const first = await discover(kitchen, {}, 1);
    kitchen.select({ scenario: 'tool_error' });
    const second = await discover(kitchen, {}, 2);
    expect(sessionOf(second)).not.toBe(sessionOf(first));
    expect(endReason(kitchen, sessionOf(first))).toBe('reconnected');
    expect((await callTool(kitchen, 'echo', { text: 'x' })).json.result.isError).toBe(true);
  });

  it('never re-arms a fault by a health check with fresh ids', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'tool_error' });
    await discover(kitchen, {}, 0);
    expect((await callTool(kitchen, 'echo', { text: 'x' })).json.result.isError).toBe(true);
    for (let id = 1; id <= 30; id += 1) await discover(kitchen, {}, id);
    expect((await callTool(kitchen, 'echo', { text: 'x' })).json.result.isError).toBeFalsy();
  });

  it('stays in its session whatever was saved in the meantime', async () => {
    const kitchen = await testKitchen();
    const first = await discover(kitchen);
    kitchen.select({ scenario: 'tool_error' });
    const second = await callTool(kitchen, 'echo', { text: 'x' });
    expect(sessionOf(second)).toBe(sessionOf(first));
    expect(second.json.result.isError).toBeFalsy();
  });

  it('begins a new session with initialize, although this revision has none', async () => {
    const kitchen = await testKitchen();
    const first = await discover(kitchen);
    const initialize = message('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test-client', version: '1.0.0' },
    });
    const second = await send(kitchen, initialize);
    expect(sessionOf(second)).not.toBe(sessionOf(first));
    expect(endReason(kitchen, sessionOf(first))).toBe('reconnected');
  });

  it('shares no counters with another client on the same address', async () => {
    const kitchen = await testKitchen();
    kitchen.select({
      scenario: 'http_status_sequence',
      params: { statusCodes: [503, 200], on: { method: 'tools/call' } },
    });
    const statuses = [];
    for (const name of ['a', 'b']) {
      statuses.push((await callTool(kitchen, 'echo', { text: 'x' }, { name })).status);
      statuses.push((await callTool(kitchen, 'echo', { text: 'x' }, { name })).status);
    }
    expect(statuses).toEqual([503, 200, 503, 200]);
  });
});

describe('newSessionOn', () => {
  it('idle: no handshake ends a session', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'baseline', newSessionOn: 'idle' });
    const first = await discover(kitchen, {}, 'probe');
    const second = await discover(kitchen, {}, 'probe');
    expect(sessionOf(second)).toBe(sessionOf(first));
  });

  it('end: neither a handshake nor idle time ends a session, only a hand', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock, idleTimeoutMs: MINUTE });
    kitchen.select({ scenario: 'baseline', newSessionOn: 'end' });
    const first = await discover(kitchen, {}, 'probe');
    clock.advance(24 * 60 * MINUTE);
    expect(sessionOf(await discover(kitchen, {}, 'probe'))).toBe(sessionOf(first));
    kitchen.endSessions();
    expect(sessionOf(await discover(kitchen, {}, 'probe'))).not.toBe(sessionOf(first));
    expect(endReason(kitchen, sessionOf(first))).toBe('ended');
  });

  it('never keeps a client in a session that is not established after a save', async () => {
    const kitchen = await testKitchen();
    kitchen.select({
      scenario: 'http_status_sequence',
      params: { statusCodes: [503] },
      newSessionOn: 'end',
    });
    const first = await discover(kitchen);
    kitchen.select({ scenario: 'baseline' });
    expect((await discover(kitchen)).status).toBe(200);
    expect(endReason(kitchen, sessionOf(first))).toBe('superseded');
  });
});

describe('idle', () => {
  it('is not a session with an MRTR round that can still be answered', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock, idleTimeoutMs: MINUTE });
    const asked = await callTool(kitchen, 'ask', {}, { capabilities: { elicitation: {} } });
    clock.advance(30 * MINUTE);
    expect(endReason(kitchen, sessionOf(asked))).toBeNull();
    clock.advance(31 * MINUTE);
    expect(endReason(kitchen, sessionOf(asked))).toBe('idle');
  });
});

describe('requests outside of sessions', () => {
  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])(
    '%s belongs to none, raises no counter, and is recorded',
    async (method) => {
      const kitchen = await testKitchen();
      const open = await discover(kitchen);
      const response = await kitchen.fetch(
        new Request('http://127.0.0.1/mcp', { method, headers: { host: '127.0.0.1' } }),
      );
      expect(response.headers.get('kitchen-session')).toBeNull();
      if (method !== 'OPTIONS') {
        expect(response.status).toBe(405);
        const isKnown = method === 'GET' || method === 'DELETE';
        expect(response.headers.get('allow')).toBe(isKnown ? 'POST' : 'GET, POST, DELETE');
      }
      expect(kitchen.service.session('default', sessionOf(open)).counters.posts).toBe(1);
      const [newest] = kitchen.observations();
      expect(newest).toMatchObject({
        session: null,
        refused: method === 'OPTIONS' ? 'preflight' : 'method_not_allowed',
        http: { method },
      });
    },
  );
});

describe('an ordered session', () => {
  it('keeps its selection over a restart, until it is ended by a hand', async () => {
    const db = join(temporaryFolder(), 'kitchen.db');
    const path = '/w/default/s/mine/mcp';
    const first = await testKitchen({ db });
    first.order({ scenario: 'tool_error', params: { on: {} }, key: 'mine' });
    await first.close();
    const second = await testKitchen({ db });
    const answer = await callTool(second, 'echo', { text: 'x' }, { path });
    expect(answer.json.result.isError).toBe(true);
    second.service.endSession('default', sessionOf(answer));
    await second.close();
    const third = await testKitchen({ db });
    expect(
      (await callTool(third, 'echo', { text: 'x' }, { path })).json.result.isError,
    ).toBeFalsy();
  });
});
