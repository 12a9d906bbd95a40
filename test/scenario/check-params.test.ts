import { defineScenario, z } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { checkParams } from '../../src/scenario/check-params.js';
import { targetOf } from '../../src/scenario/define-scenario.js';
import { paramsSchema, undescribedParams } from '../../src/scenario/params-schema.js';

const scenario = defineScenario({
  id: 'sample',
  title: 'Sample',
  group: 'protocol',
  summary: 'A sample.',
  lesson: 'None.',
  example: {},
  params: z.strictObject({
    codes: z.array(z.int().max(9)).default([1]).describe('Codes.'),
    status: z
      .union([z.literal('auto'), z.int()])
      .default('auto')
      .describe('Status.'),
    headers: z
      .record(z.string().regex(/^\w+$/, 'No such name'), z.string())
      .default({})
      .describe('H.'),
    deep: z.strictObject({ a: z.int().optional() }).default({}).describe('Deep.'),
    kind: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('x'), n: z.int() }),
        z.strictObject({ kind: z.literal('y') }),
      ])
      .default({ kind: 'y' })
      .describe('Kind.'),
    wait: z
      .strictObject({ for: z.union([z.number(), z.string()]) })
      .optional()
      .describe('Wait.'),
  }),
  on: { method: 'tools/call' },
});

const errors = (input: unknown): readonly string[] => {
  const checked = checkParams(scenario, input);
  return checked.ok ? [] : checked.errors.map(({ path, message }) => `${path}: ${message}`);
};

describe('checking params', () => {
  it('fills in defaults', () => {
    expect(checkParams(scenario, {})).toEqual({
      ok: true,
      params: {
        codes: [1],
        status: 'auto',
        headers: {},
        deep: {},
        kind: { kind: 'y' },
        on: { method: 'tools/call' },
      },
    });
  });

  it('says of a field of several types that it is missing, and what it may be', () => {
    expect(errors({ wait: {} })).toEqual([
      'params.wait.for: It is missing: expected number; or expected string',
    ]);
    expect(errors({ wait: { for: null } })[0]).toContain('expected number, received null; or ');
  });

  it('names the wrong field, indexes included, and what is allowed there', () => {
    expect(errors({ codes: [1, 2, 10] })).toEqual([
      'params.codes[2]: Too big: expected number to be <=9',
    ]);
  });

  it('names each unknown key by its path', () => {
    expect(errors({ cods: [], deep: { b: 1, c: 2 } })).toEqual([
      expect.stringMatching(/^params\.deep\.b: Unknown key/),
      expect.stringMatching(/^params\.deep\.c: Unknown key/),
      expect.stringMatching(/^params\.cods: Unknown key/),
    ]);
  });

  it('names a key that zod would leave out without a word, wherever it hides', () => {
    const hidden = (text: string): readonly string[] => errors(JSON.parse(text));
    expect(hidden('{"__proto__":{"a":1}}')).toEqual([
      expect.stringMatching(/^params\.__proto__: Unknown key/),
    ]);
    expect(hidden('{"headers":{"__proto__":"x"},"codes":[{"__proto__":1}]}')).toEqual([
      expect.stringMatching(/^params\.codes\[0\]\.__proto__: Unknown key/),
      expect.stringMatching(/^params\.headers\.__proto__: Unknown key/),
    ]);
  });

  it('names what each alternative would allow', () => {
    expect(errors({ status: 'other' })).toEqual([
      'params.status: Invalid input: expected "auto"; or Invalid input: expected number, received string',
    ]);
    expect(errors({ kind: { kind: 'z' } })[0]).toMatch(/^params\.kind\.kind: .*'x' \| 'y'/);
  });

  it('follows the alternative that was meant', () => {
    expect(errors({ kind: { kind: 'x', n: 'no' } })).toEqual([
      expect.stringMatching(/^params\.kind\.n: /),
    ]);
    expect(errors({ on: { nth: [1, 'two'] } })).toEqual([
      expect.stringMatching(/^params\.on\.nth\[1\]: .*expected number/),
    ]);
  });

  it('names a wrong key of a record', () => {
    expect(errors({ headers: { 'a b': 'x' } })).toEqual(['params.headers.a b: No such name']);
  });

  it.each([[null], [[]], ['text'], [undefined]])('refuses %j as params', (input) => {
    expect(errors(input)).toEqual([expect.stringMatching(/^params: .*expected object/)]);
  });
});

describe('a targeted scenario', () => {
  it('takes `on` from the params, as a whole', () => {
    const checked = checkParams(scenario, { on: { nth: 2 } });
    expect(checked.ok && targetOf(scenario, checked.params)).toEqual({ nth: 2 });
  });

  it('has no target without `on`', () => {
    expect(targetOf({ targeted: false }, { on: { nth: 2 } })).toBeUndefined();
  });
});

describe('params as JSON Schema', () => {
  it('shows what a user may write, with descriptions and defaults', () => {
    expect(paramsSchema(scenario)).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        codes: { type: 'array', description: 'Codes.', default: [1] },
        on: {
          type: 'object',
          additionalProperties: false,
          default: { method: 'tools/call' },
          properties: { nth: { description: expect.stringContaining('Only the nth') } },
        },
      },
    });
    expect(paramsSchema(scenario)).not.toHaveProperty('required');
  });

  it('describes every field of `on`', () => {
    const described = z.object({ description: z.string().min(1) });
    const on = z.object({ properties: z.record(z.string(), described) });
    const { properties } = z.object({ properties: z.object({ on }) }).parse(paramsSchema(scenario));
    expect(Object.keys(properties.on.properties)).toContain('connection');
  });

  it('finds params without a description', () => {
    expect(undescribedParams(scenario)).toEqual([]);
    const params = z.strictObject({ a: z.int().default(1), b: z.int().default(1).describe('B.') });
    expect(undescribedParams({ params })).toEqual(['a']);
  });
});
