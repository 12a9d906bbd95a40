import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { BoundedEventStore } from '../../src/upstream/event-store.js';

const note = (text: string): JSONRPCMessage => ({ jsonrpc: '2.0', method: text });

async function replay(store: BoundedEventStore, lastId: string): Promise<string[]> {
  const seen: string[] = [];
  await store.replayEventsAfter(lastId, {
    send: async (_id, message) => {
      if ('method' in message) seen.push(message.method);
    },
  });
  return seen;
}

describe('the event store', () => {
  it('repeats what its stream said after an event, and nothing of another stream', async () => {
    const store = new BoundedEventStore();
    const first = await store.storeEvent('a', note('1'));
    await store.storeEvent('b', note('2'));
    await store.storeEvent('a', note('3'));
    expect(await store.getStreamIdForEventId(first)).toBe('a');
    expect(await replay(store, first)).toEqual(['3']);
  });

  it('repeats what is stored while it repeats', async () => {
    const store = new BoundedEventStore();
    const first = await store.storeEvent('a', note('1'));
    await store.storeEvent('a', note('2'));
    const seen: string[] = [];
    await store.replayEventsAfter(first, {
      send: async (_id, message) => {
        seen.push(JSON.stringify(message));
        if (seen.length === 1) await store.storeEvent('a', note('3'));
      },
    });
    expect(seen).toHaveLength(2);
  });

  it('knows no event of another store', async () => {
    const id = await new BoundedEventStore().storeEvent('a', note('1'));
    const other = new BoundedEventStore();
    await other.storeEvent('a', note('1'));
    expect(await other.getStreamIdForEventId(id)).toBeUndefined();
  });

  it('forgets the oldest of more than 500 events', async () => {
    const store = new BoundedEventStore();
    const ids = [];
    for (let count = 0; count < 501; count += 1) ids.push(await store.storeEvent('a', note('x')));
    expect(await store.getStreamIdForEventId(ids[0] ?? '')).toBeUndefined();
    expect(await replay(store, ids[1] ?? '')).toHaveLength(499);
  });

  it('forgets the oldest when they are large, and never the newest', async () => {
    const store = new BoundedEventStore();
    const ids = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(await store.storeEvent('a', note('x'.repeat(100_000))));
    }
    const known = await Promise.all(ids.map((id) => store.getStreamIdForEventId(id)));
    expect(known).toEqual([undefined, undefined, undefined, 'a', 'a']);
    const huge = await store.storeEvent('a', note('x'.repeat(1_000_000)));
    expect(await store.getStreamIdForEventId(huge)).toBe('a');
    expect(await store.getStreamIdForEventId(ids[4] ?? '')).toBeUndefined();
  });
});
