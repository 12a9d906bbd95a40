/** After a fault, the process holds what it held before: no socket, no timer, no open record. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { testKitchen } from '../support/kitchen.js';
import { headersFor, message } from '../support/mcp.js';
import { requestBytes } from '../support/raw-http.js';

const BODY = JSON.stringify(message('tools/call', { name: 'echo', arguments: { text: 'hi' } }));
const LISTEN = JSON.stringify(
  message('subscriptions/listen', { notifications: { toolsListChanged: true } }),
);

interface Case {
  readonly do?: object;
  readonly at?: 'head';
  /** Bytes of the request that are never sent. */
  readonly missing?: number;
  readonly body?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a stall before the head': { do: { stall: { at: 'start' } } },
  'a stall in the body': { do: { stall: { at: 'body', afterBytes: 5 } } },
  'a stall before the body was read': { at: 'head', do: { stall: { at: 'start' } }, missing: 20 },
  'a pause': { do: { stall: { at: 'body', forMs: '1h' } } },
  'a delay': { do: { delay: { delayMs: '1h' } } },
  'a drip': { do: { drip: { bytes: 1, everyMs: 5 } } },
  'half a close': { do: { cut: { at: 'body', how: 'half_close' } } },
  'a reset': { do: { cut: { at: 'body', how: 'reset' } } },
  'a late reset': { do: { framing: { ending: 'reset', endingAfter: '1h' } } },
  'interim answers without end': { do: { interim: { times: 1_000_000, everyMs: 5 } } },
  'a raw wait': { do: { raw: { pieces: [{ text: 'HTTP/1.1 ' }, { waitMs: '1h' }] } } },
  'a length too long': { do: { framing: { length: '+10', ending: 'stall' } } },
  'an endless body': { do: { body: { repeat: { unit: 'x', bytes: 'endless' } } } },
  'an endless body, compressed': {
    do: { body: { repeat: { unit: 'x', bytes: 'endless' } }, encoding: { coding: 'br' } },
  },
  'a stream that stays open': { do: { events: { items: [{ comment: '' }], end: 'open' } } },
  'a late 100': { at: 'head', do: { no_continue: { for: '1h' } }, missing: 20 },
  'a healthy stream behind a cut': { do: { cut: { at: 'start', how: 'fin' } }, body: LISTEN },
  'a healthy stream behind another answer': { do: { http_status: { status: 503 } }, body: LISTEN },
  'a healthy stream by hand': { do: { interim: {} }, body: LISTEN },
  'a healthy stream': { body: LISTEN },
};

const held = (): Record<string, number> => {
  const counts: Record<string, number> = {
    TCPSocketWrap: 0,
    Timeout: 0,
    TCPServerWrap: 0,
    Zlib: 0,
  };
  for (const name of process.getActiveResourcesInfo()) {
    if (name in counts) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** Sends a request, and resolves once something is known of it on the other side. */
async function visit(
  kitchen: Kitchen,
  { do: doing, at, missing = 0, body = BODY }: Case,
): Promise<{ leave: () => Promise<void> }> {
  const { url } = kitchen.order({
    scenario: 'script',
    params: { rules: doing === undefined ? [] : [{ ...(at && { at }), do: doing }] },
  });
  const moreHeaders: Record<string, string> = missing > 0 ? { Expect: '100-continue' } : {};
  const path = new URL(url).pathname;
  const bytes = requestBytes({ path, body, headers: headersFor(JSON.parse(body)), moreHeaders });
  const socket = connect(kitchen.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(bytes.slice(0, bytes.length - missing));
  await new Promise((resolve) => setTimeout(resolve, 60));
  return {
    leave: () =>
      new Promise((resolve) => {
        if (socket.closed) resolve();
        else socket.once('close', () => resolve());
        socket.destroy();
      }),
  };
}

const openRecords = (kitchen: Kitchen): number =>
  kitchen.observations({ limit: 500 }).filter(({ state }) => state === 'open').length;

async function settled(kitchen: Kitchen, before: Record<string, number>): Promise<void> {
  await expect.poll(() => openRecords(kitchen), { timeout: 4_000 }).toBe(0);
  await expect
    .poll(() => Object.entries(held()).filter(([name, count]) => count > (before[name] ?? 0)), {
      timeout: 4_000,
    })
    .toEqual([]);
}

describe('nothing is left of', () => {
  let kitchen: Kitchen;
  beforeAll(async () => {
    kitchen = await createKitchen({ port: 0, db: ':memory:' });
  });
  afterAll(() => kitchen.close());

  it.each(Object.entries(CASES))('%s, when the client leaves', async (_what, entry) => {
    const before = held();
    const visits = await Promise.all(Array.from({ length: 3 }, () => visit(kitchen, entry)));
    await Promise.all(visits.map((each) => each.leave()));
    await settled(kitchen, before);
  });

  it.each(Object.entries(CASES))('%s, when its session is ended by hand', async (_what, entry) => {
    const before = held();
    const visits = await Promise.all(Array.from({ length: 3 }, () => visit(kitchen, entry)));
    kitchen.endSessions();
    if (entry.missing === undefined) await expect.poll(() => openRecords(kitchen)).toBe(0);
    await Promise.all(visits.map((each) => each.leave()));
    await settled(kitchen, before);
  });

  it('all of them at once, when the kitchen closes', async () => {
    const before = held();
    const closing = await testKitchen();
    const visits = await Promise.all(Object.values(CASES).map((entry) => visit(closing, entry)));
    await closing.close();
    await Promise.all(visits.map((each) => each.leave()));
    await expect
      .poll(() => Object.entries(held()).filter(([name, count]) => count > (before[name] ?? 0)))
      .toEqual([]);
  });
});
