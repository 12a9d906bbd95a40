/** The live stream over real sockets, as its client sees it when connections, readers and kitchens fail. */
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { describe, expect, test } from 'vitest';
import { createAdminClient, type ObservedEvent } from '../../src/admin/client.js';
import { LiveBus } from '../../src/observations/live.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool } from '../support/mcp.js';
import { RawConnection, requestBytes } from '../support/raw-http.js';
import { Contract } from './contract.js';
import { cuttableWay } from './cuttable-way.js';

/** Reads on until an event fits, and returns all that came. */
async function readUntil(
  events: AsyncGenerator<ObservedEvent, void>,
  fits: (event: ObservedEvent) => boolean,
): Promise<readonly ObservedEvent[]> {
  const read: ObservedEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) return read;
    read.push(value);
    if (fits(value)) return read;
  }
}

const finishes =
  (number: number) =>
  (event: ObservedEvent): boolean =>
    event.type === 'finished' && event.observation.number === number;
const sequence = (events: readonly ObservedEvent[]): readonly number[] =>
  events.map(({ id }) => Number(id.split('-')[1]));
const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, i) => i + 1);

function eventsOf({ body }: Response): ReadableStream<EventSourceMessage> {
  if (body === null) throw new Error('no stream');
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}

describe('a lost connection', () => {
  test('in the middle of a run loses nothing and repeats nothing', async () => {
    const kitchen = await testKitchen();
    const way = await cuttableWay(kitchen.port);
    const opened = way.passed('event: opened');
    const events = createAdminClient({ url: way.url }).observe('default');
    const reading = readUntil(events, finishes(60));
    await opened;
    for (let number = 1; number <= 60; number += 1) {
      await callTool(kitchen, 'echo', { text: 'x'.repeat(number) });
      if (number % 20 === 7) way.cut('reset');
      if (number % 20 === 0) await way.passed('retry: ');
    }
    expect(sequence(await reading)).toEqual(upTo(120));
    expect(way.made()).toBe(4);
    await events.return();
  });

  test('before anything has happened loses nothing either', async () => {
    const kitchen = await testKitchen();
    const way = await cuttableWay(kitchen.port);
    const opened = way.passed('event: opened');
    const events = createAdminClient({ url: way.url }).observe('default');
    const reading = readUntil(events, finishes(1));
    await opened;
    way.cut('end');
    await callTool(kitchen, 'echo', { text: 'while nobody reads' });
    expect(sequence(await reading)).toEqual([1, 2]);
    await events.return();
  });
});

test('a kitchen that was started anew is recognised: a gap of unknown size, another boot', async () => {
  const first = await testKitchen();
  const second = await testKitchen();
  const way = await cuttableWay(first.port);
  const opened = way.passed('event: opened');
  const events = createAdminClient({ url: way.url }).observe('default');
  const before = readUntil(events, finishes(1));
  await opened;
  await callTool(first, 'echo', { text: 'x' });
  const [, last] = await before;
  await callTool(second, 'echo', { text: 'not seen' });
  way.leadTo(second.port);
  const after = readUntil(events, finishes(2));
  const again = way.passed('event: gap');
  await first.close();
  await again;
  await callTool(second, 'echo', { text: 'seen' });
  const [gap, ...rest] = await after;
  expect(gap).toEqual({ type: 'gap', id: `${second.service.live.boot}-2`, missed: null });
  expect(sequence(rest)).toEqual([3, 4]);
  expect(last?.id.split('-')[0]).toBe(first.service.live.boot);
  await events.return();
});

test('a stream ends with its workspace, and shows nothing of another one of that name', async () => {
  const kitchen = await testKitchen();
  kitchen.service.createWorkspace('lane');
  const other = await fetch(`${kitchen.apiUrl}/workspaces/default/observations/stream`);
  const response = await fetch(`${kitchen.apiUrl}/workspaces/lane/observations/stream`);
  const shown: unknown[] = [];
  const reading = (async () => {
    for await (const { event } of eventsOf(response)) shown.push(event);
  })();
  await callTool(kitchen, 'echo', { text: 'x' }, { path: '/w/lane/mcp' });
  await kitchen.service.deleteWorkspace('lane');
  kitchen.service.createWorkspace('lane');
  await callTool(kitchen, 'echo', { text: 'x' }, { path: '/w/lane/mcp' });
  await reading;
  expect(shown).toEqual(['opened', 'started', 'finished']);
  await callTool(kitchen, 'echo', { text: 'x' });
  for await (const { event } of eventsOf(other)) if (event === 'finished') break;
});

test('a reader that does not read for a while is told once how much it has lost, and loses no more', async () => {
  const kitchen = await testKitchen();
  const { live } = kitchen.service;
  if (!(live instanceof LiveBus)) throw new Error('nothing to publish on');
  await callTool(kitchen, 'echo', { text: 'x' });
  const [observation] = kitchen.service.summaries('default', { limit: 1 });
  if (observation === undefined) throw new Error('nothing was recorded');
  const response = await fetch(`${kitchen.apiUrl}/workspaces/default/observations/stream`);
  // Long, so that what the sockets take for themselves is soon full.
  const client = { name: 'x'.repeat(4_096), version: null, address: null };
  for (let more = 0; more < 12_000; more += 1) {
    live.publish('finished', { ...observation, client });
    if (more % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const expected = { seq: 2, gaps: 0 };
  for await (const { event, id, data } of eventsOf(response)) {
    const { missed = 0 }: { readonly missed?: number } = JSON.parse(data);
    if (event === 'gap') expected.gaps += 1;
    if (event !== 'opened') expected.seq += event === 'gap' ? missed : 1;
    expect(id).toBe(`${live.boot}-${String(expected.seq)}`);
    if (expected.seq === live.seq) break;
  }
  expect(expected).toEqual({ seq: 12_002, gaps: 1 });
});

test('every event is as the document says', async () => {
  const kitchen = await testKitchen({ scenario: 'tool_error' });
  const contract = await Contract.read((path, init) => fetch(`${kitchen.url}${path}`, init));
  const connection = await RawConnection.open(kitchen.port);
  const path = '/api/workspaces/default/observations/stream';
  connection.write(requestBytes({ verb: 'GET', path, headers: {} }));
  await connection.until('event: opened');
  await callTool(kitchen, 'echo', { text: 'x' });
  await connection.until('event: finished');
  const resumed = await RawConnection.open(kitchen.port);
  resumed.write(requestBytes({ verb: 'GET', path, headers: { 'Last-Event-ID': 'elsewhere-7' } }));
  await resumed.until('event: gap');
  const frames = [connection, resumed].flatMap(({ received }) => [
    ...received.matchAll(/^event: (.*)\nid: (.*)\ndata: (.*)$/gm),
  ]);
  expect(frames.map(([, event]) => event)).toEqual(['opened', 'started', 'finished', 'gap']);
  for (const [, event, id, data = ''] of frames) {
    contract.checkComponent('LiveEvent', { event, id, data: JSON.parse(data) as unknown });
  }
});
