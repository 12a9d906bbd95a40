import { describe, expect, it } from 'vitest';
import { MAX_OPEN, OpenRequests } from '../../src/upstream/open-requests.js';
import { newServing } from '../../src/upstream/serving.js';
import { createCatalogue } from '../../src/upstream/catalogue/catalogue.js';
import type { UpstreamCall } from '../../src/upstream/upstream.js';
import { arrivalOf, callOf, modernRequest } from '../support/arrival.js';
import { FakeClock } from '../support/fake-clock.js';

const plan = createCatalogue(new FakeClock())();

/** A session's requests, of which a set of clients have left. */
class Opened {
  readonly requests = new OpenRequests();
  readonly left = new Set<number>();

  add(id: number, heard: () => void = () => undefined): () => void {
    const call = this.call(id);
    const serving = newServing(call, plan, () => undefined);
    return this.requests.add(new Map([[id, serving]]), call, heard);
  }

  call(id: number): UpstreamCall {
    const call = callOf(arrivalOf(modernRequest('ping', {}, { id })));
    return { ...call, isOver: () => this.left.has(id) };
  }
}

describe('more open requests than there is room for', () => {
  const full = (): Opened => {
    const opened = new Opened();
    for (let id = 0; id < MAX_OPEN; id += 1) opened.add(id);
    return opened;
  };

  it('make room by the oldest that nobody waits for', () => {
    const opened = full();
    for (const id of [5, 3, 4]) opened.left.add(id);
    expect(opened.requests.inTheWay(0)).toEqual([]);
    expect(opened.requests.inTheWay(2)).toEqual([3, 4]);
  });

  it('are too many where each has a client that waits', () => {
    const opened = full();
    opened.left.add(3);
    expect(opened.requests.inTheWay(2)).toBeNull();
  });

  it('spare one whose stream was resumed', () => {
    const opened = full();
    for (const id of [3, 4]) opened.left.add(id);
    opened.requests.saidOn('stream-3', 3);
    opened.requests.resumed('stream-3', opened.call(1_000));
    expect(opened.requests.inTheWay(1)).toEqual([4]);
    expect(opened.requests.inTheWay(2)).toBeNull();
  });
});

it('a request that is closed is heard, and its id is free', () => {
  const opened = new Opened();
  let heard = 0;
  const takeBack = opened.add(1, () => (heard += 1));
  opened.requests.close(1);
  expect([heard, opened.requests.has(1)]).toEqual([1, false]);
  opened.add(1);
  takeBack();
  expect(opened.requests.has(1)).toBe(true);
});
