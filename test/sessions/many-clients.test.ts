/** Clients that invent names without end: the kitchen does not grow without end. */
import { expect, it } from 'vitest';
import type { LiveSession } from '../../src/sessions/live-session.js';
import { SessionRegistry } from '../../src/sessions/session-registry.js';
import type { Selection } from '../../src/sessions/session.js';
import { arrivalOf, modernRequest } from '../support/arrival.js';
import { FakeClock } from '../support/fake-clock.js';

const SELECTION: Selection = {
  scenario: 'baseline',
  params: {},
  seed: 1,
  newSessionOn: 'handshake',
  revision: 1,
  updatedAt: '2026-07-28T00:00:00.000Z',
};
const SECOND = 1_000;

function registryUnderTest(selection: Partial<Selection> = {}) {
  const clock = new FakeClock();
  let lastId = 0;
  const registry = new SessionRegistry({
    scenario: () => undefined,
    clock,
    idleTimeoutMs: 600 * SECOND,
    selectionOf: () => ({ ...SELECTION, ...selection }),
    orderedBefore: () => undefined,
    newId: () => `s${String((lastId += 1))}`,
    sessionOfState: () => null,
    protocolSessionGone: () => undefined,
    changed: () => undefined,
  });
  const call = (name: string, key: string | null = null): LiveSession => {
    const meta = { 'io.modelcontextprotocol/clientInfo': { name, version: '1' } };
    const arrival = {
      ...arrivalOf(modernRequest('tools/list', {}, { meta })),
      address: { workspace: 'default', key },
      at: clock.now(),
    };
    const session = registry.resolve(arrival);
    session.admit(arrival, (text) => text);
    return session;
  };
  return { clock, registry, call };
}

it('of 12,000 clients, those seen last keep their session', () => {
  const { clock, registry, call } = registryUnderTest();
  const first = call('first');
  const busy = call('busy');
  busy.openExchanges.add({ interrupt: () => undefined });
  clock.advance(SECOND);
  for (let number = 0; number < 12_000; number += 1) call(`client-${String(number)}`);
  clock.advance(SECOND);
  const seenAgain = call('client-0');
  registry.sweep();
  expect(registry.open('default')).toHaveLength(10_001);
  expect(first.end?.reason).toBe('idle');
  expect([busy.end, seenAgain.end]).toEqual([null, null]);
  expect(call('client-0')).toBe(seenAgain);
});

it('of 12,000 addresses, those seen last keep their session', () => {
  const { registry, call } = registryUnderTest();
  for (let number = 0; number < 12_000; number += 1) call('one', `key-${String(number)}`);
  registry.sweep();
  expect(registry.open('default')).toHaveLength(10_000);
});

it('of 12,000 sessions that have ended, those seen last are remembered', () => {
  const { clock, registry, call } = registryUnderTest();
  const first = call('first');
  clock.advance(SECOND);
  const sessions = Array.from({ length: 12_000 }, (_, number) => call(`client-${String(number)}`));
  for (const session of [first, ...sessions]) registry.end(session, 'ended');
  registry.sweep();
  const known = [first, ...sessions].filter(({ id }) => registry.get(id) !== undefined);
  expect(known).toHaveLength(10_000);
  expect(known).not.toContain(first);
});

it('sessions that only end by hand are kept', () => {
  const { registry, call } = registryUnderTest({ newSessionOn: 'end' });
  for (let number = 0; number < 11_000; number += 1) call(`client-${String(number)}`);
  registry.sweep();
  expect(registry.open('default')).toHaveLength(11_000);
});
