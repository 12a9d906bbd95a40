import { describe, expect, it } from 'vitest';
import type { Finding } from 'mcp-fault-kitchen';
import { Given } from '../../../src/judge/given/given.js';
import { arrivalOf } from '../../support/arrival.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { performDo } from '../../support/perform-fault.js';

const START = Date.UTC(2026, 6, 28, 12, 0, 0, 250);

/** Asks at moments after the start; what was answered, and what was found. */
function client(
  rateLimit: object,
): (
  ms: number,
  method?: string,
) => Promise<{ status: number; retryAfter: string | null; findings: readonly Finding[] }> {
  const given = new Given();
  return async (ms, method = 'tools/call') => {
    const findings: Finding[] = [];
    const { status, headers } = await performDo(
      { rate_limit: rateLimit },
      {
        arrival: { ...arrivalOf({ jsonrpc: '2.0', id: 1, method }), at: START + ms },
        given,
        answer: jsonAnswer('{}'),
        found: (finding) => findings.push(finding),
      },
    );
    const retryAfter = headers.find(([name]) => name === 'Retry-After')?.[1] ?? null;
    return { status, retryAfter, findings };
  };
}

describe('rate_limit', () => {
  it('refuses, refuses again who comes too early, and then answers', async () => {
    const ask = client({ wait: '2s' });
    expect(await ask(0)).toEqual({ status: 429, retryAfter: '2', findings: [] });
    const early = await ask(1_999);
    expect(early).toMatchObject({ status: 429, retryAfter: '2' });
    expect(early.findings).toEqual([
      {
        rule: 'HTTP-02',
        level: 'should',
        text: 'It came 1999 ms after an answer that asked to wait 2000 ms.',
      },
    ]);
    expect(await ask(2_000)).toEqual({ status: 200, retryAfter: null, findings: [] });
    expect((await ask(2_001)).status).toBe(200);
  });

  it('answers so many first, and strikes again so often', async () => {
    const ask = client({ allow: 2, wait: 1_000, rounds: 2 });
    const statuses = [];
    for (const ms of [0, 1, 2, 1_002, 1_003, 1_004, 2_004, 2_005, 2_006, 2_007]) {
      statuses.push((await ask(ms)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200, 200, 200, 200]);
  });

  it('limits each method by itself, or all together', async () => {
    const each = client({});
    expect((await each(0)).status).toBe(429);
    expect((await each(5_000)).status).toBe(200);
    expect((await each(5_000, 'tools/list')).status).toBe(429);
    const all = client({ per: 'session' });
    expect((await all(0)).status).toBe(429);
    expect((await all(1, 'tools/list')).findings).toHaveLength(1);
  });

  it('holds to a date, which has whole seconds', async () => {
    const ask = client({ wait: 1_000, retryAfter: 'date', status: 503 });
    expect(await ask(0)).toMatchObject({
      status: 503,
      retryAfter: 'Tue, 28 Jul 2026 12:00:02 GMT',
    });
    expect((await ask(1_749)).findings).toHaveLength(1);
    expect((await ask(1_750)).status).toBe(200);
  });

  it.each([
    ['none', null],
    ['soon', 'soon'],
    ['-1', '-1'],
  ])('blames nobody who was told %s', async (retryAfter, value) => {
    const ask = client({ retryAfter, wait: 500 });
    expect(await ask(0)).toMatchObject({ status: 429, retryAfter: value });
    expect(await ask(1)).toEqual({ status: 429, retryAfter: value, findings: [] });
    expect((await ask(500)).status).toBe(200);
  });
});
