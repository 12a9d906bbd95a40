import { describe, expect, it } from 'vitest';
import baseline from '../../scenarios/baseline.js';
import { chooseFault, refusedPaths, validParams } from '../support/ask-scenario.js';
import { makeExchange } from '../support/make-exchange.js';

describe('baseline', () => {
  it('is healthy by default, for every request', async () => {
    expect(validParams(baseline)).toEqual({ delayMs: 0, on: {} });
    expect(await chooseFault(baseline, {}, makeExchange())).toBeUndefined();
  });

  it('holds answers back where asked', async () => {
    const fault = await chooseFault(baseline, { delayMs: 600_000 }, makeExchange());
    expect(fault).toEqual({ kind: 'delay', delayMs: 600_000 });
  });

  it.each([
    [{ delayMs: -1 }, 'params.delayMs'],
    [{ delayMs: 600_001 }, 'params.delayMs'],
    [{ delayMs: 0.5 }, 'params.delayMs'],
    [{ delayMs: '1s' }, 'params.delayMs'],
    [{ delay: 1 }, 'params.delay'],
    [{ on: { nth: 0 } }, 'params.on.nth'],
  ])('refuses %j', (input, path) => {
    expect(refusedPaths(baseline, input)).toEqual([path]);
  });
});
