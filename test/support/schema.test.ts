import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageErrors, schemaErrors } from './schema.js';

const EXAMPLES = new URL('../data/spec/2026-07-28/examples/', import.meta.url);

const examples = readdirSync(EXAMPLES).flatMap((definition) =>
  readdirSync(new URL(`${definition}/`, EXAMPLES)).map((file) => ({ definition, file })),
);

describe('the schema check', () => {
  it.each(examples)('accepts the example $definition/$file', ({ definition, file }) => {
    const text = readFileSync(new URL(`${definition}/${file}`, EXAMPLES), 'utf8');
    expect(schemaErrors(definition, JSON.parse(text))).toEqual([]);
  });

  it('refuses a result that lacks what its method requires', () => {
    const message = { jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } };
    expect(messageErrors('tools/list', message)).not.toEqual([]);
  });
});
