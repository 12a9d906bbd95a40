import { expect, test } from 'vitest';
import { summarize } from '../../src/observations/summarize.js';
import { FakeClock } from '../support/fake-clock.js';
import { observationOf } from '../support/fake-service.js';
import { adminUnderTest, type AdminUnderTest } from './ask.js';

const STREAM = '/workspaces/default/observations/stream';
const RESUMING = ': workspace default\nretry: 1000\n\n';
const OPENING = RESUMING.replace(/\n$/, 'event: opened\nid: boot-1-0\ndata: {}\n\n');

interface Reader {
  /** The next chunk of the stream; undefined at its end. */
  next(): Promise<string | undefined>;
  leave(): Promise<void>;
}

async function watch({ app }: AdminUnderTest, lastEventId?: string): Promise<Reader> {
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const response = await app.request(STREAM, { headers });
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no stream');
  return {
    async next() {
      const { value } = await reader.read();
      return value && new TextDecoder().decode(value);
    },
    leave: () => reader.cancel(),
  };
}

function happen({ service }: AdminUnderTest, number: number, workspace = 'default'): void {
  service.live.publish('finished', summarize(observationOf(number, { workspace })));
}

function frameOf(number: number, seq = number): string {
  const data = JSON.stringify(summarize(observationOf(number)));
  return `event: finished\nid: boot-1-${String(seq)}\ndata: ${data}\n\n`;
}

test('the stream opens at once, before anything happens', async () => {
  const reader = await watch(adminUnderTest());
  expect(await reader.next()).toBe(OPENING);
});

test('what starts and finishes in the workspace arrives, without bodies, with its id', async () => {
  const admin = adminUnderTest();
  const reader = await watch(admin);
  await reader.next();
  const opened = summarize(observationOf(1, { state: 'open', outcome: 'PENDING', layer: 'none' }));
  admin.service.live.publish('started', opened);
  happen(admin, 7, 'elsewhere');
  happen(admin, 1);
  expect(await reader.next()).toBe(
    `event: started\nid: boot-1-1\ndata: ${JSON.stringify(opened)}\n\n`,
  );
  expect(await reader.next()).toBe(frameOf(1, 3));
});

test('a reader that waits is answered without another event', async () => {
  const admin = adminUnderTest();
  const reader = await watch(admin);
  await reader.next();
  const waiting = reader.next();
  happen(admin, 1);
  expect(await waiting).toBe(frameOf(1));
});

test('a reader that comes back goes on after the last event it read', async () => {
  const admin = adminUnderTest();
  for (let number = 1; number <= 3; number += 1) happen(admin, number);
  const reader = await watch(admin, 'boot-1-1');
  expect(await reader.next()).toBe(RESUMING);
  expect(await reader.next()).toBe(frameOf(2));
  expect(await reader.next()).toBe(frameOf(3));
  happen(admin, 4);
  expect(await reader.next()).toBe(frameOf(4));
});

test('a reader that comes back late is told how much is gone, and gets all that is kept', async () => {
  const admin = adminUnderTest();
  for (let number = 1; number <= 4_001; number += 1) happen(admin, number);
  const reader = await watch(admin, 'boot-1-1');
  await reader.next();
  expect(await reader.next()).toBe('event: gap\nid: boot-1-2000\ndata: {"missed":1999}\n\n');
  for (let number = 2_001; number <= 4_001; number += 1) {
    expect(await reader.next()).toBe(frameOf(number));
  }
});

test.each([['boot-0-7'], ['boot-1'], ['boot-1-'], ['boot-1-x'], ['7']])(
  'the id %s is of no event of this run: an unknown gap, then what happens from now on',
  async (lastEventId) => {
    const admin = adminUnderTest();
    happen(admin, 1);
    const reader = await watch(admin, lastEventId);
    await reader.next();
    expect(await reader.next()).toBe('event: gap\nid: boot-1-1\ndata: {"missed":null}\n\n');
    happen(admin, 2);
    expect(await reader.next()).toBe(frameOf(2));
  },
);

test('a slow reader loses the oldest events, and one gap says how many', async () => {
  const admin = adminUnderTest();
  const reader = await watch(admin);
  for (let number = 1; number <= 10_000; number += 1) happen(admin, number);
  expect(await reader.next()).toBe(OPENING);
  expect(await reader.next()).toBe('event: gap\nid: boot-1-6000\ndata: {"missed":6000}\n\n');
  for (let number = 6_001; number <= 10_000; number += 1) {
    expect(await reader.next()).toBe(frameOf(number));
  }
  happen(admin, 10_001);
  expect(await reader.next()).toBe(frameOf(10_001));
});

test('a quiet stream is kept alive every 15 s', async () => {
  const clock = new FakeClock();
  const reader = await watch(adminUnderTest({ clock }));
  await reader.next();
  for (let round = 0; round < 2; round += 1) {
    const next = reader.next();
    clock.advance(14_999);
    clock.advance(1);
    expect(await next).toBe(': keep-alive\n\n');
  }
});

test('a reader that does not read is sent no keep-alives either', async () => {
  const clock = new FakeClock();
  const admin = adminUnderTest({ clock });
  const reader = await watch(admin);
  clock.advance(3_600_000);
  happen(admin, 1);
  expect(await reader.next()).toBe(OPENING);
  expect(await reader.next()).toBe(frameOf(1));
});

/** Watches how many subscribe and leave. */
function countSubscriptions({ service }: AdminUnderTest): { open: number } {
  const count = { open: 0 };
  const subscribe = service.live.subscribe.bind(service.live);
  service.live.subscribe = (...given) => {
    const leave = subscribe(...given);
    count.open += 1;
    return () => {
      count.open -= 1;
      leave();
    };
  };
  return count;
}

test('a reader that leaves leaves nothing behind', async () => {
  const clock = new FakeClock();
  const admin = adminUnderTest({ clock });
  const count = countSubscriptions(admin);
  const reader = await watch(admin);
  expect(count.open).toBe(1);
  await reader.leave();
  expect(count.open).toBe(0);
  expect(() => {
    happen(admin, 1);
    clock.advance(60_000);
  }).not.toThrow();
});

test('HEAD opens no stream', async () => {
  const admin = adminUnderTest();
  const count = countSubscriptions(admin);
  const response = await admin.app.request(STREAM, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(count.open).toBe(0);
});

test('the shutdown ends the stream, and so does the abort of the request', async () => {
  const closing = new AbortController();
  const leaving = new AbortController();
  const admin = adminUnderTest({ closing: closing.signal });
  const count = countSubscriptions(admin);
  const reader = await watch(admin);
  const request = new Request(`http://kitchen${STREAM}`, { signal: leaving.signal });
  const other = (await admin.app.request(request)).body?.getReader();
  await reader.next();
  await other?.read();
  expect(count.open).toBe(2);
  leaving.abort();
  expect((await other?.read())?.done).toBe(true);
  expect(count.open).toBe(1);
  closing.abort();
  expect(await reader.next()).toBeUndefined();
  expect(count.open).toBe(0);
  expect(await (await admin.app.request(STREAM)).text()).toBe(OPENING);
});
