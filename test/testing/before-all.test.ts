/** A kitchen that a hook starts: a file of its own, since any other start would have it closed too. */
import assert from 'node:assert/strict';
import { aroundAll, beforeAll, describe, expect, it } from 'vitest';
import { startKitchen, type TestKitchen } from '../../src/testing/index.js';
import { answers } from './answers.js';

let kitchen: TestKitchen | undefined;
aroundAll(async (runSuite) => {
  await runSuite();
  assert.ok(kitchen);
  assert.equal(await answers(kitchen), false);
});

describe('a kitchen that was started in `beforeAll`', () => {
  beforeAll(async () => {
    kitchen = await startKitchen();
  });

  it.each(['first', 'second'])('serves the %s test, and is closed after the last', async () => {
    expect(kitchen && (await answers(kitchen))).toBe(true);
  });
});
