/** When a kitchen of a test opens and closes. */
import assert from 'node:assert/strict';
import { aroundAll, describe, expect, it, onTestFinished } from 'vitest';
import { startKitchen, type TestKitchen } from '../../src/testing/index.js';
import { answers } from './answers.js';

const untilTheEnd: TestKitchen[] = [];
aroundAll(async (runSuite) => {
  await runSuite();
  assert.equal(untilTheEnd.length, 5);
  assert.deepEqual(new Set(await Promise.all(untilTheEnd.map(answers))), new Set([false]));
});

const atTopLevel = await startKitchen();
untilTheEnd.push(atTopLevel);

describe('a kitchen that was started at the top level', () => {
  it.each(['first', 'second'])('serves the %s test of the file', async () => {
    expect(await answers(atTopLevel)).toBe(true);
  });
});

describe('a kitchen that was started in a test', () => {
  let earlier: TestKitchen;

  it('has a free port and a record in memory', async () => {
    earlier = await startKitchen({ port: undefined, db: undefined });
    const other = await startKitchen({ scenario: 'tool_error' });
    expect(earlier).toMatchObject({ db: ':memory:' });
    expect(earlier.port).not.toBe(other.port);
    expect(other.service.selection('default').scenario).toBe('tool_error');
    expect(await answers(earlier)).toBe(true);
  });

  it('is closed once that test is over', async () => {
    expect(await answers(earlier)).toBe(false);
  });

  it('is closed by `await using`', async () => {
    let inScope: TestKitchen;
    {
      await using kitchen = await startKitchen();
      inScope = kitchen;
      expect(await answers(inScope)).toBe(true);
    }
    expect(await answers(inScope)).toBe(false);
  });

  it('is closed by whoever was told to, and by nobody else', async () => {
    const closes: (() => Promise<void>)[] = [];
    const kitchen = await startKitchen({ closeWith: (close) => closes.push(close) });
    onTestFinished(() => kitchen.close());
    expect(closes).toHaveLength(1);
    await closes[0]?.();
    expect(await answers(kitchen)).toBe(false);
  });

  it('leaves nothing to close where it could not start', async () => {
    const closes: (() => Promise<void>)[] = [];
    const closeWith = (close: () => Promise<void>): unknown => closes.push(close);
    await expect(startKitchen({ scenario: 'no_such', closeWith })).rejects.toThrow('no_such');
    await expect(closes[0]?.()).resolves.toBeUndefined();
  });
});

describe.each([0, 1])('a kitchen that was started in concurrent test %i', (survivor) => {
  let tellThatOtherIsOver = (): void => undefined;
  const otherIsOver = new Promise<void>((resolve) => {
    tellThatOtherIsOver = resolve;
  });

  it.concurrent.for([0, 1])('outlives the other test (%i)', async (index, context) => {
    // Registered first, hence called last: after what would close a kitchen.
    if (index !== survivor) context.onTestFinished(tellThatOtherIsOver);
    const kitchen = await startKitchen();
    untilTheEnd.push(kitchen);
    if (index === survivor) await otherIsOver;
    context.expect(await answers(kitchen)).toBe(true);
  });
});
