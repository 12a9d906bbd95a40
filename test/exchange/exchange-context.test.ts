import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExchangeContext, type ExchangePorts } from '../../src/exchange/exchange-context.js';
import type { RunningExchange } from '../../src/exchange/running-exchange.js';
import { createKitchen } from '../../src/kitchen.js';
import type { Kitchen } from '../../src/kitchen-options.js';
import { OpenList } from '../../src/open-list.js';
import type { OpenExchange } from '../../src/sessions/live-session.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { modernRequest } from '../support/arrival.js';
import { FakeClock } from '../support/fake-clock.js';
import { headersFor } from '../support/mcp.js';

describe('what is done later', () => {
  function scene(): { context: ExchangeContext; clock: FakeClock; open: OpenList<OpenExchange> } {
    const clock = new FakeClock();
    const open = new OpenList<OpenExchange>();
    const exchange = { interrupted: false, session: { openExchanges: open } };
    const context = new ExchangeContext(
      exchange as unknown as RunningExchange,
      clock,
      {} as unknown as Upstream,
      {} as unknown as ExchangePorts,
    );
    return { context, clock, open };
  }

  it('is open in the session until it is done', () => {
    const { context, clock, open } = scene();
    let done = 0;
    context.later(100, () => (done += 1));
    expect(open.size).toBe(1);
    clock.advance(100);
    expect([done, open.size]).toEqual([1, 0]);
  });

  it('is not done once the session has been ended', () => {
    const { context, clock, open } = scene();
    let done = 0;
    context.later(100, () => (done += 1));
    for (const pending of open) pending.interrupt();
    clock.advance(100);
    expect([done, open.size]).toEqual([0, 0]);
  });
});

describe('a notice', () => {
  let kitchen: Kitchen;
  beforeAll(async () => {
    kitchen = await createKitchen({ port: 0, db: ':memory:' });
  });
  afterAll(() => kitchen.close());

  const notifying = (change: string): object => ({
    rules: [{ on: { method: 'tools/call' }, do: { notify: { change } } }],
  });

  it('reaches the session that it belongs to, and no other of the workspace', async () => {
    const own = await order(kitchen, notifying('tools'));
    const other = await order(kitchen, notifying('prompts'));
    const listeners = [await listen(own), await listen(other)];
    for (const url of [own, other])
      await send(url, 'tools/call', { name: 'echo', arguments: { text: '' } });
    // One that has gone astray would come first.
    const heard = await Promise.all(listeners.map(({ next }) => next()));
    expect(heard[0]).toContain('notifications/tools/list_changed');
    expect(heard[1]).toContain('notifications/prompts/list_changed');
    await Promise.all(listeners.map(({ leave }) => leave()));
  });
});

async function order({ apiUrl }: Kitchen, params: object): Promise<string> {
  const response = await fetch(`${apiUrl}/workspaces/default/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'script', params }),
  });
  const { url } = (await response.json()) as { url: string };
  return url;
}

async function send(
  url: string,
  method: string,
  params: Record<string, unknown>,
): Promise<Response> {
  const body = JSON.stringify(modernRequest(method, params));
  const response = await fetch(url, {
    method: 'POST',
    headers: headersFor({ method, params }),
    body,
  });
  if (method !== 'subscriptions/listen') await response.text();
  return response;
}

interface Listener {
  next(): Promise<string>;
  leave(): Promise<void>;
}

/** Has heard the acknowledgement. */
async function listen(url: string): Promise<Listener> {
  const params = { notifications: { toolsListChanged: true, promptsListChanged: true } };
  const { body } = await send(url, 'subscriptions/listen', params);
  if (body === null) throw new Error('expected a stream');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<string> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf('\n\n') + 2;
    const event = text.slice(0, end);
    text = text.slice(end);
    return event;
  };
  expect(await next()).toContain('acknowledged');
  return { next, leave: () => reader.cancel() };
}
