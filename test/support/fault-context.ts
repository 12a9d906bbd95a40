/** What a fault sees of its exchange, made by hand. */
import type { Answer } from 'mcp-fault-kitchen';
import type { FaultContext } from '../../src/faults/fault-kind.js';
import { Given } from '../../src/judge/given/given.js';
import { arrivalOf } from './arrival.js';
import { FakeClock } from './fake-clock.js';

export interface FaultScene extends Partial<Omit<FaultContext, 'healthy'>> {
  /** The request; ignored where an arrival is given. */
  readonly message?: object | string;
  /** The healthy answer; asking for it fails where it is left out. */
  readonly answer?: Answer;
}

export function faultContext({ message, answer, ...changes }: FaultScene = {}): FaultContext {
  return {
    arrival: arrivalOf(message ?? { jsonrpc: '2.0', id: 7, method: 'tools/call' }),
    clock: new FakeClock(),
    signal: new AbortController().signal,
    healthy: () =>
      answer === undefined
        ? Promise.reject(new Error('the healthy server was asked'))
        : Promise.resolve(answer),
    healthyFor: () => Promise.reject(new Error('the healthy server was asked')),
    foreignId: null,
    random: () => 0,
    given: new Given(),
    carriedByOldTransport: () => undefined,
    found: () => undefined,
    notify: () => undefined,
    hasOldSessionId: false,
    renewSessionId: () => null,
    endGetStream: () => undefined,
    later: () => undefined,
    origin: 'http://127.0.0.1:4242',
    otherOrigin: () => Promise.resolve('http://127.0.0.1:4243'),
    ownPort: null,
    ...changes,
  };
}

/** A healthy answer with one message in it. */
export function jsonAnswer(text: string): Answer {
  return { status: 200, headers: [['Content-Type', 'application/json']], body: text };
}
