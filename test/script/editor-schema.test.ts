import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema, scriptJsonSchema } from '../../src/script/editor-schema.js';

const FOLDER = new URL('../../scenarios/', import.meta.url);
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('the schema of scenario files', () => {
  const fits = ajv.compile(scenarioJsonSchema());
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

  it.each(files)('takes %s', (file) => {
    const value: unknown = parse(readFileSync(new URL(file, FOLDER), 'utf8'));
    expect([fits(value), fits.errors]).toEqual([true, null]);
  });

  it('finds a typing error, and a number that is out of bounds', () => {
    const scenario = (rule: object): object => ({
      id: 'x',
      title: 'X',
      group: 'stream',
      summary: 'X.',
      lesson: 'X.',
      rules: [rule],
    });
    expect(fits(scenario({ do: { http_status: { status: 503 } } }))).toBe(true);
    expect(fits(scenario({ do: { http_status: { status: '{{param.code}}' } } }))).toBe(true);
    expect(fits(scenario({ do: { http_status: { status: 999 } } }))).toBe(false);
    expect(fits(scenario({ do: { http_statsu: { status: 503 } } }))).toBe(false);
    expect(fits(scenario({ od: {} }))).toBe(false);
  });
});

it('the schema of scripts takes what the scenario script takes', () => {
  const fits = ajv.compile(scriptJsonSchema());
  expect(fits({ rules: [{ on: { nth: 2 }, do: { cut: { how: 'reset' } } }] })).toBe(true);
  expect(fits({ rules: [{ on: { nht: 2 }, do: {} }] })).toBe(false);
});
