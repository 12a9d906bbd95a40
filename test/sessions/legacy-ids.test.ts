import { describe, expect, it } from 'vitest';
import { LiveSession } from '../../src/sessions/live-session.js';
import { ProtocolSessions } from '../../src/sessions/protocol-sessions.js';

const MOST = 2_000;

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
  readonly ids = new ProtocolSessions((id) => this.gone.push(id));

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
    given.give('one more');
    expect(given.gone).toEqual(['id-1500']);
  });

  it('never cut what is open', () => {
    const given = new Given();
    for (let count = 0; count < MOST; count += 1) {
      given.give(`id-${String(count)}`).openExchanges.add({ interrupt: () => undefined });
    }
    given.give('one more');
    given.give('and another');
    expect(given.gone).toEqual(['one more']);
  });
});
