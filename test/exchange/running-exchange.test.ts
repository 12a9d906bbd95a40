import { expect, it, vi } from 'vitest';
import type { ExchangePorts } from '../../src/exchange/exchange-context.js';
import { RunningExchange } from '../../src/exchange/running-exchange.js';
import type { ExchangeRecord } from '../../src/observations/exchange-record.js';
import type { LiveSession } from '../../src/sessions/live-session.js';
import type { SessionRegistry } from '../../src/sessions/session-registry.js';
import type { Wire } from '../../src/wire/wire.js';
import { arrivalOf, callOf, modernRequest } from '../support/arrival.js';

it('makes its facts once, however often they are read', () => {
  const connectionNumber = vi.fn<LiveSession['connectionNumber']>(() => 3);
  const arrival = arrivalOf(modernRequest('tools/list'));
  const exchange = new RunningExchange(
    arrival,
    callOf(arrival).snapshot,
    {} as unknown as ExchangeRecord,
    { connectionNumber, given: undefined } as unknown as LiveSession,
    {} as unknown as Wire,
    {} as unknown as SessionRegistry,
    {} as unknown as ExchangePorts,
  );
  expect(exchange.facts).toMatchObject({ connection: 3, method: 'tools/list' });
  expect(exchange.facts).toBe(exchange.facts);
  expect(connectionNumber).toHaveBeenCalledTimes(1);
});
