import { expect, it } from 'vitest';
import { LiveSession, type SessionBirth } from '../../src/sessions/live-session.js';
import type { LoadedScenario } from '../../src/scenario/contract.js';

const birth: SessionBirth = {
  id: 's1',
  workspace: 'default',
  key: null,
  ordered: false,
  clientKey: 'client',
  client: { name: 'client', version: null, address: null },
  selection: {
    scenario: 'odd',
    params: {},
    seed: 1,
    newSessionOn: 'handshake',
    revision: 1,
    updatedAt: new Date(0).toISOString(),
  },
  idleLimitMs: 1_000,
  at: 0,
};

it('a session whose scenario cannot tell of its rules has a record all the same', () => {
  const scenario = {
    report: () => {
      throw new Error('odd');
    },
  };
  const loaded = { scenario, source: '/odd.js' } as unknown as LoadedScenario;
  expect(new LiveSession(birth, loaded).toRecord()).toMatchObject({ id: 's1', rules: [] });
});
