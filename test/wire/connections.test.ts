/** Connections: shared, left, cut and closed. */
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/clock.js';
import { testKitchen } from '../support/kitchen.js';
import { clockThatTells, started } from '../support/exchange-events.js';
import { message } from '../support/mcp.js';
import { RawConnection, requestBytes, valuesOf } from '../support/raw-http.js';

/** Longer than anything else that the kitchen waits for. */
const LONG_MS = 500_000;

function call(tool: string, args: object = {}, client: { name?: string } = {}): string {
  return JSON.stringify(message('tools/call', { name: tool, arguments: args }, client));
}
const SLOW = { body: call('slow', { ms: LONG_MS, steps: 1 }) };
const LISTEN = {
  body: JSON.stringify(
    message('subscriptions/listen', { notifications: { toolsListChanged: true } }),
  ),
};

describe('one connection', () => {
  it('serves two clients, each in its own session', async () => {
    const kitchen = await testKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [503, 200] },
    });
    const connection = await RawConnection.open(kitchen.port);
    const seen: [number, string | undefined][] = [];
    for (const name of ['a', 'b', 'a', 'b']) {
      const answer = await connection.ask({ body: call('echo', { text: 'x' }, { name }) });
      seen.push([answer.status, valuesOf(answer, 'kitchen-session')[0]]);
    }
    expect(seen.map(([status]) => status)).toEqual([503, 503, 200, 200]);
    expect(seen[0]?.[1]).toBe(seen[2]?.[1]);
    expect(seen[1]?.[1]).toBe(seen[3]?.[1]);
    expect(seen[0]?.[1]).not.toBe(seen[1]?.[1]);
  });

  it('answers requests that came at once in their order', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    const bodies = ['slow', 'echo'].map((tool) => call(tool, { ms: 20, steps: 1, text: 'second' }));
    connection.write(bodies.map((body) => requestBytes({ body })).join(''));
    expect((await connection.readAnswer()).body).toContain('Took 20 ms');
    expect((await connection.readAnswer()).body).toContain('second');
  });

  it.each([
    ['cut', '{"jsonrpc":'],
    ['empty', ''],
  ])('gives a body that cannot be parsed (%s) to the last session on it', async (_how, body) => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    for (const name of ['a', 'b'])
      await connection.ask({ body: call('echo', { text: 'x' }, { name }) });
    const answer = await connection.ask({ body });
    const [session = ''] = valuesOf(answer, 'kitchen-session');
    const record = kitchen.service.session('default', session);
    expect(record.client.name).toBe('b');
    expect(record.counters.posts).toBe(2);
    expect(JSON.parse(answer.body)).toMatchObject({ id: null, error: { code: -32700 } });
    expect(answer.status).toBe(400);
  });

  it('without a session gives such a body to an anonymous one', async () => {
    const kitchen = await testKitchen();
    const elsewhere = await RawConnection.open(kitchen.port);
    await elsewhere.ask({ body: call('echo', { text: 'x' }) });
    const connection = await RawConnection.open(kitchen.port);
    const [session = ''] = valuesOf(
      await connection.ask({ body: '{"jsonrpc":' }),
      'kitchen-session',
    );
    expect(kitchen.service.session('default', session).client.name).toBe('anonymous');
  });
});

describe('a client that leaves first', () => {
  it('is recorded as the one who closed, and the handler stops', async () => {
    const { clock, waiting, calledOff } = clockThatTells(LONG_MS - 10_000);
    const kitchen = await testKitchen({ clock });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes(SLOW));
    await waiting;
    connection.leave();
    await calledOff;
    const observation = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(observation).toMatchObject({
      outcome: 'CANCELLED',
      layer: 'connection',
      closedBy: 'client',
      http: { status: null },
      fault: null,
    });
  });

  it('leaves nothing behind of an injected delay', async () => {
    const { clock, waiting, calledOff } = clockThatTells(LONG_MS - 10_000);
    const kitchen = await testKitchen({
      clock,
      scenario: 'baseline',
      params: { delayMs: LONG_MS },
    });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes({ body: call('echo', { text: 'x' }) }));
    await waiting;
    connection.leave();
    await calledOff;
    const observation = await kitchen.waitFor(({ rpc }) => rpc.name === 'echo');
    expect(observation).toMatchObject({
      outcome: 'CANCELLED',
      closedBy: 'client',
      fault: { kind: 'delay', delayMs: LONG_MS },
    });
  });

  it('in the middle of a stream is recorded with what it had got', async () => {
    const { clock, calledOff } = clockThatTells(LONG_MS / 2 - 10_000);
    let steps = 0;
    const hasty: Clock = {
      now: () => clock.now(),
      after(wait, callback) {
        const isFirstStep = wait === LONG_MS / 2 && (steps += 1) === 1;
        return clock.after(isFirstStep ? 0 : wait, callback);
      },
    };
    const kitchen = await testKitchen({ clock: hasty });
    const args = {
      name: 'slow',
      arguments: { ms: LONG_MS, steps: 2 },
      _meta: { progressToken: 1 },
    };
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes({ body: JSON.stringify(message('tools/call', args)) }));
    await connection.until('Step 1 of 2');
    connection.leave();
    await calledOff;
    const observation = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(observation).toMatchObject({
      outcome: 'CANCELLED',
      closedBy: 'client',
      http: { status: 200 },
      response: { events: [{ kind: 'notifications/progress' }] },
    });
    expect(observation.response.body).toContain('Step 1 of 2');
  });

  it('before its body was whole has reached no session', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes(SLOW).slice(0, -10));
    connection.leave();
    const observation = await kitchen.waitFor(({ refused }) => refused !== null);
    expect(observation).toMatchObject({
      session: null,
      refused: 'body_broken',
      outcome: 'CANCELLED',
      closedBy: 'client',
    });
  });
});

describe('a session that is ended by hand', () => {
  it('has its open exchange cut off, recorded as closed by the server', async () => {
    const { clock, waiting, calledOff } = clockThatTells(LONG_MS - 10_000);
    const kitchen = await testKitchen({ clock });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes(SLOW));
    await waiting;
    kitchen.endSessions();
    await connection.ended();
    await calledOff;
    expect(connection.received).toBe('');
    const observation = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(observation).toMatchObject({ outcome: 'CONNECTION_LOST', closedBy: 'server' });
  });

  it('has a stream cut off that had begun', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    const params = {
      name: 'slow',
      arguments: { ms: 2 * LONG_MS, steps: 2 },
      _meta: { progressToken: 1 },
    };
    const listening = await RawConnection.open(kitchen.port);
    listening.write(requestBytes(LISTEN));
    await listening.until('notifications/subscriptions/acknowledged');
    const arrived = started(kitchen, 'tools/call');
    connection.write(requestBytes({ body: JSON.stringify(message('tools/call', params)) }));
    await arrived;
    kitchen.endSessions();
    await Promise.all([connection.ended(), listening.ended()]);
    expect(listening.received).not.toContain('"result"');
    const listen = await kitchen.waitFor(({ rpc }) => rpc.method === 'subscriptions/listen');
    expect(listen).toMatchObject({ closedBy: 'server', http: { status: 200 } });
    const slow = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(slow).toMatchObject({ outcome: 'CONNECTION_LOST', closedBy: 'server' });
  });

  it('leaves a connection without an open exchange alone', async () => {
    const kitchen = await testKitchen();
    const connection = await RawConnection.open(kitchen.port);
    const before = await connection.ask({ body: call('echo', { text: 'x' }) });
    kitchen.endSessions();
    const after = await connection.ask({ body: call('echo', { text: 'x' }) });
    expect(after.status).toBe(200);
    expect(valuesOf(after, 'kitchen-session')).not.toEqual(valuesOf(before, 'kitchen-session'));
  });
});

describe('closing the kitchen', () => {
  it('gives a listen stream its final result and cuts off what still waits', async () => {
    const kitchen = await testKitchen();
    const listening = await RawConnection.open(kitchen.port);
    listening.write(requestBytes(LISTEN));
    await listening.until('notifications/subscriptions/acknowledged');
    const waiting = await RawConnection.open(kitchen.port);
    const idle = await RawConnection.open(kitchen.port);
    await idle.ask({ body: call('echo', { text: 'x' }) });
    const arrived = started(kitchen, 'tools/call');
    waiting.write(requestBytes(SLOW));
    await arrived;
    await kitchen.close();
    await Promise.all([listening.ended(), waiting.ended(), idle.ended()]);
    const answer = await listening.readAnswer();
    expect(answer.body).toContain('"result"');
    expect(answer.body).toContain('"resultType":"complete"');
  });
});
