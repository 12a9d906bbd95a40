import { describe, expect, it } from 'vitest';
import { fillTemplates, type TemplateContext } from '../../src/script/templates.js';
import { makeExchange } from '../support/make-exchange.js';

const context = (idToken: string, foreignId: string | null = null): TemplateContext => ({
  exchange: makeExchange({ rpc: { idToken }, foreignId }),
  counter: 1,
  state: 'start',
  random: 0,
});

describe('ids in a script', () => {
  it.each([
    ['{{id}}', '7', 7],
    ['{{otherId}}', '7', 1007],
    ['{{otherId}}', '"r"', 'r-other'],
    ['{{flippedId}}', '7', '7'],
    ['{{flippedId}}', '"7"', 7],
    ['{{flippedId}}', '"r"', 'r-other'],
    ['{{foreignId}}', '7', 1007],
    ['{"id":{{id}}}', '9007199254740993', '{"id":9007199254740993}'],
    ['{"id":{{otherId}}}', '9007199254740993', '{"id":9007199254741993}'],
    ['{"id":{{id}}}', '"r"', '{"id":"r"}'],
  ])('fill %s for the id %s in as %j', (text, idToken, filled) => {
    expect(fillTemplates(text, context(idToken))).toEqual(filled);
  });

  it('are the one of another request that is open', () => {
    expect(fillTemplates('{{foreignId}}', context('7', '8'))).toBe(8);
    expect(fillTemplates('"id":{{foreignId}}', context('7', '"r-1"'))).toBe('"id":"r-1"');
  });
});
