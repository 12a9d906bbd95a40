import type { Fault } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import sequence from '../../scenarios/http_status_sequence.js';
import { performFault } from '../support/perform-fault.js';
import { chooseFault, refusedPaths, validParams } from '../support/ask-scenario.js';
import { makeExchange, makeRpc } from '../support/make-exchange.js';

const faultAt = (input: object, match: number): Promise<Fault | undefined> =>
  chooseFault(sequence, input, makeExchange({ match }));

/** Statuses of the first requests; 200 where the healthy server answers. */
async function statuses(input: object, count: number): Promise<number[]> {
  const faults = await Promise.all(
    Array.from({ length: count }, (_, index) => faultAt(input, index + 1)),
  );
  return faults.map((fault) => (fault?.kind === 'http_status' ? fault.status : 200));
}

describe('http_status_sequence', () => {
  it('answers 503 once, then passes to the healthy server, for every POST', async () => {
    expect(validParams(sequence)).toEqual({
      statusCodes: [503, 200],
      afterEnd: 'repeat_last',
      headers: {},
      body: '',
      on: { verb: 'POST' },
    });
    expect(await statuses({}, 4)).toEqual([503, 200, 200, 200]);
    expect(await faultAt({}, 2)).toBeUndefined();
  });

  it.each([
    ['repeat_last', [500, 429, 429, 429, 429]],
    ['pass', [500, 429, 200, 200, 200]],
    ['cycle', [500, 429, 500, 429, 500]],
  ])('goes on after the end: %s', async (afterEnd, expected) => {
    expect(await statuses({ statusCodes: [500, 429], afterEnd }, 5)).toEqual(expected);
  });

  it('sends any other 2xx and 3xx as it is', async () => {
    expect(await statuses({ statusCodes: [202, 204, 302, 200, 404] }, 5)).toEqual([
      202, 204, 302, 200, 404,
    ]);
  });

  it.each([
    [30, '30'],
    [0, '0'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['tomorrow', 'tomorrow'],
    ['', ''],
  ])('sends Retry-After %j with 429 and 503 only', async (retryAfter, value) => {
    const input = { statusCodes: [429, 503, 500, 301], retryAfter };
    const faults = await Promise.all([1, 2, 3, 4].map((match) => faultAt(input, match)));
    const sent = faults.map((fault) => fault?.kind === 'http_status' && fault.retryAfter);
    expect(sent).toEqual([value, value, undefined, undefined]);
  });

  it('puts the headers, the body and its type on the wire', async () => {
    const fault = await faultAt(
      { headers: { 'X-Oven': 'é' }, body: '<p>closed', contentType: 'text/html' },
      1,
    );
    expect(performFault(fault!, { arrival: { rpc: makeRpc(), era: 'modern' } })).toEqual({
      status: 503,
      headers: [
        ['Content-Type', 'text/html'],
        ['X-Oven', 'é'],
      ],
      body: '<p>closed',
    });
  });

  it.each([
    [{ statusCodes: [] }, 'params.statusCodes'],
    [{ statusCodes: Array.from({ length: 1001 }, () => 500) }, 'params.statusCodes'],
    [{ statusCodes: [200, 503, 199] }, 'params.statusCodes[2]'],
    [{ statusCodes: [600] }, 'params.statusCodes[0]'],
    [{ statusCodes: ['503'] }, 'params.statusCodes[0]'],
    [{ statusCodes: 503 }, 'params.statusCodes'],
    [{ afterEnd: 'stop' }, 'params.afterEnd'],
    [{ retryAfter: -1 }, 'params.retryAfter'],
    [{ retryAfter: 'a\r\nb' }, 'params.retryAfter'],
    [{ headers: { 'X-A': 'a\nb' } }, 'params.headers.X-A'],
    [{ headers: { 'X-A': 'a\0b' } }, 'params.headers.X-A'],
    [{ headers: { 'X-A': '雪' } }, 'params.headers.X-A'],
    [{ headers: { 'X A': 'a' } }, 'params.headers.X A'],
    [{ headers: { 'Content-Length': '1' } }, 'params.headers.Content-Length'],
    [{ headers: { 'transfer-encoding': 'chunked' } }, 'params.headers.transfer-encoding'],
    [{ contentType: 'text/é\u007f' }, 'params.contentType'],
    [{ body: 5 }, 'params.body'],
    [{ status: [503] }, 'params.status'],
    [{ on: { verbs: 'POST' } }, 'params.on.verbs'],
  ])('refuses %j', (input, path) => {
    expect(refusedPaths(sequence, input)).toEqual([path]);
  });

  it('takes a thousand statuses', () => {
    expect(
      refusedPaths(sequence, { statusCodes: Array.from({ length: 1000 }, () => 599) }),
    ).toEqual([]);
  });
});
