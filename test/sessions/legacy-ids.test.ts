import { describe, expect, it } from 'vitest';
import { LiveSession } from '../../src/sessions/live-session.js';
import { ProtocolSessions } from '../../src/sessions/protocol-sessions.js';
import { FakeClock } from '../support/fake-clock.js';

const MOST = 2_000;
const MINUTE = 60_000;

function sessionOf(id: string): LiveSession {
  return new LiveSession(
    {
      id,
      workspace: 'default',
      key: null,
      ordered: false,
      clientKey: id,
      client: { name: id, version: null, address: null },
      selection: {
        scenario: 'baseline',
        params: {},
        seed: 1,
        newSessionOn: 'handshake',
        revision: 1,
        updatedAt: '',
      },
      idleLimitMs: 1,
      at: 0,
    },
    undefined,
  );
}

const address = { workspace: 'default', key: null };

class Given {
  readonly gone: string[] = [];
  readonly clock = new FakeClock();
  readonly ids = new ProtocolSessions(
    () => this.clock.now(),
    (id) => this.gone.push(id),
  );

  give(id: string): LiveSession {
    const session = sessionOf(id);
    const client = { name: id, version: null };
    this.ids.give({ id, session, client, protocolVersion: null });
    return session;
  }
}

describe('more ids than are kept', () => {
  it('make room by those that were not used for longest', () => {
    const given = new Given();
    for (let count = 0; count < MOST; count += 1) given.give(`id-${String(count)}`);
    given.clock.advance(MINUTE);
    given.ids.find('id-0', address);
    given.give('one more');
    expect(given.gone).toEqual(['id-1']);
    expect(given.ids.find('id-1', address)).toBeUndefined();
    expect(given.ids.find('id-0', address)).toBeDefined();
  });

  it('make room by sessions that a newer one has replaced, before any other', () => {
    const given = new Given();
    for (let count = 0; count < MOST; count += 1) {
      const session = given.give(`id-${String(count)}`);
      if (count === 1_500) session.end = { reason: 'reconnected', at: 0 };
    }
    given.clock.advance(MINUTE);
    given.give('one more');
    expect(given.gone).toEqual(['id-1500']);
  });

  it('cut the oldest of those in which something is open, where there are no others', () => {
    const given = new Given();
    for (let count = 0; count < MOST; count += 1) {
      given.give(`id-${String(count)}`).openExchanges.add({ interrupt: () => undefined });
    }
    given.clock.advance(MINUTE);
    given.give('one more');
    given.give('and another');
    expect(given.gone).toEqual(['id-0', 'id-1']);
    expect(given.ids.find('one more', address)).toBeDefined();
  });

  it('are all kept while they were used within the last minute, replaced or not', () => {
    const given = new Given();
    for (let count = 0; count < MOST; count += 1) {
      given.give(`id-${String(count)}`).end = { reason: 'reconnected', at: 0 };
    }
    given.clock.advance(MINUTE - 1);
    given.give('one more');
    expect(given.gone).toEqual([]);
    given.clock.advance(1);
    given.give('and another');
    expect(given.gone).toEqual(['id-0', 'id-1']);
  });

  it('make room however new they are, where they come by the thousand', () => {
    const given = new Given();
    for (let count = 0; count < 5 * MOST; count += 1) given.give(`id-${String(count)}`);
    expect(given.gone).toEqual([]);
    given.give('one more');
    expect(given.gone).toEqual(['id-0']);
  });
});

describe('later names of an id', () => {
  it('lead to its session, until it is taken back', () => {
    const given = new Given();
    const session = given.give('first');
    given.ids.rename('first', 'second');
    given.ids.rename('first', 'third');
    expect(given.ids.find('second', address)).toMatchObject({ id: 'first', session });
    expect(given.ids.find('third', address)).toMatchObject({ id: 'first', session });
    expect(given.ids.newestName('first')).toBe('third');
    given.ids.takeBack('first', session);
    expect(given.gone).toEqual(['first']);
    expect(given.ids.find('second', address)).toBeUndefined();
    expect(given.ids.newestName('first')).toBe('first');
  });

  it('are kept up to a thousand, and the first one always', () => {
    const given = new Given();
    given.give('first');
    for (let count = 0; count <= 1_000; count += 1) given.ids.rename('first', String(count));
    expect(given.ids.find('0', address)).toBeUndefined();
    expect(given.ids.find('1', address)).toBeDefined();
    expect(given.ids.find('first', address)).toBeDefined();
  });
});
