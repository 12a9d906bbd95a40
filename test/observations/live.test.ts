import { describe, expect, it } from 'vitest';
import { LiveBus } from '../../src/observations/live.js';
import type { ObservationSummary } from '../../src/observations/observation.js';
import type { LiveEvent } from '../../src/service.js';

function summary(number: number, workspace = 'default'): ObservationSummary {
  // Only what the bus looks at.
  return { number, workspace } as ObservationSummary;
}

function numbers(events: readonly LiveEvent[]): unknown[] {
  return events.map((event) => (event.type === 'gap' ? `gap ${String(event.missed)}` : event.seq));
}

describe('the live stream', () => {
  it('delivers what happens in its workspace only', () => {
    const bus = new LiveBus('boot');
    const events: LiveEvent[] = [];
    bus.subscribe('default', (event) => events.push(event));
    bus.publish('started', summary(1));
    bus.publish('started', summary(2, 'other'));
    bus.publish('finished', summary(1));
    expect(numbers(events)).toEqual([1, 3]);
  });

  it('is over for the readers of a workspace that is gone, and begins anew for others', () => {
    const bus = new LiveBus('boot');
    const [events, others, over]: [LiveEvent[], LiveEvent[], string[]] = [[], [], []];
    const read = (event: LiveEvent): unknown => events.push(event);
    const stop = bus.subscribe('lane', read, undefined, () => over.push('lane'));
    bus.subscribe('default', read, undefined, () => over.push('default'));
    bus.end('lane');
    bus.end('lane');
    bus.subscribe('lane', (event) => others.push(event));
    stop();
    bus.publish('started', summary(1, 'lane'));
    bus.publish('started', summary(2));
    expect([over, numbers(events), numbers(others)]).toEqual([['lane'], [2], [1]]);
  });

  it('resumes after an event without gap or repeat', () => {
    const bus = new LiveBus('boot');
    for (let number = 1; number <= 5; number += 1) bus.publish('finished', summary(number));
    const events: LiveEvent[] = [];
    bus.subscribe('default', (event) => events.push(event), 3);
    bus.publish('finished', summary(6));
    expect(numbers(events)).toEqual([4, 5, 6]);
  });

  it('tells how much is gone when it is resumed too late', () => {
    const bus = new LiveBus('boot');
    for (let number = 1; number <= 10_000; number += 1) bus.publish('finished', summary(number));
    const events: LiveEvent[] = [];
    bus.subscribe('default', (event) => events.push(event), 10);
    const [gap, first] = events;
    expect(gap?.type).toBe('gap');
    const missed = (gap?.type === 'gap' ? gap.missed : null) ?? 0;
    expect(first?.seq).toBe(10 + missed + 1);
    expect(events.at(-1)?.seq).toBe(10_000);
  });

  it('is watched from the first listener on, and counts what nobody could see before', () => {
    const bus = new LiveBus('boot');
    expect(bus.isWatched).toBe(false);
    bus.skip();
    bus.skip();
    const stop = bus.subscribe('default', () => undefined);
    stop();
    // Whoever has listened may come back.
    expect(bus.isWatched).toBe(true);
    bus.publish('started', summary(1));
    const events: LiveEvent[] = [];
    bus.subscribe('default', (event) => events.push(event), 0);
    expect(numbers(events)).toEqual(['gap 2', 3]);
  });

  it('drops a listener that throws, and no other', () => {
    const bus = new LiveBus('boot');
    const events: LiveEvent[] = [];
    let thrown = 0;
    bus.subscribe('default', () => {
      thrown += 1;
      throw new Error('a reader that broke');
    });
    bus.subscribe('default', (event) => events.push(event));
    bus.publish('started', summary(1));
    bus.publish('finished', summary(1));
    expect(thrown).toBe(1);
    expect(events).toHaveLength(2);
  });
});
