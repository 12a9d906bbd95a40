import { describe, expect, it } from 'vitest';
import { createReconnectWatch, formatReconnectHint } from '../../src/cli/reconnect-hint.js';
import { anObservation } from './observation-fixture.js';

const faulty = anObservation({ number: 1, session: 'one', fault: { kind: 'http_status' } });
const healthy = anObservation({ number: 1, session: 'one' });
const elsewhere = anObservation({ number: 2, session: 'two' });

describe('the watch for reconnecting clients', () => {
  it('suspects a client whose next session begins right after an injected fault', () => {
    const watch = createReconnectWatch();
    expect(watch(faulty)).toBeNull();
    expect(watch(elsewhere)).toEqual({
      client: 'my-client',
      previousSession: 'one',
      faultKind: 'http_status',
    });
  });

  it('suspects nobody where the last exchange was healthy', () => {
    const watch = createReconnectWatch();
    watch(healthy);
    expect(watch(elsewhere)).toBeNull();
  });

  it('suspects nobody who stays in the session', () => {
    const watch = createReconnectWatch();
    watch(faulty);
    expect(watch(anObservation({ number: 2, session: 'one' }))).toBeNull();
  });

  it('keeps clients and addresses apart', () => {
    const watch = createReconnectWatch();
    watch(faulty);
    const other = { name: 'other', version: null, address: '127.0.0.1' };
    expect(watch(anObservation({ ...elsewhere, client: other }))).toBeNull();
    const http = { method: 'POST', path: '/w/default/s/KEY/mcp', status: 200 };
    expect(watch(anObservation({ ...elsewhere, http }))).toBeNull();
  });

  it('takes an exchange of the old session that finishes late for no return to it', () => {
    const watch = createReconnectWatch();
    watch(elsewhere);
    expect(watch(faulty)).toBeNull();
    expect(watch(anObservation({ number: 3, session: 'two' }))).toBeNull();
  });

  it('says what happened and what to do', () => {
    const hint = formatReconnectHint(
      { client: 'c', previousSession: 'one', faultKind: 'http_status' },
      'http://127.0.0.1:5661',
    );
    expect(hint).toContain('client c began a new session right after an injected http_status');
    expect(hint).toContain('newSessionOn: idle');
    expect(hint).toContain('kitchen select ID --new-session-on idle --url http://127.0.0.1:5661)');
  });
});
