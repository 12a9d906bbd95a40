import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paramRows } from '../../src/cli/params-table.js';

const params = z.strictObject({
  statusCodes: z
    .array(z.int().min(200).max(599))
    .min(1)
    .max(1000)
    .default([503, 200])
    .describe('Statuses, one per POST.'),
  afterEnd: z.enum(['repeat_last', 'pass']).default('repeat_last').describe('What comes then.'),
  retryAfter: z.union([z.number(), z.string()]).optional().describe('Value of Retry-After.'),
  id: z.int().default(1).describe('A whole number.'),
});

describe('the table of params', () => {
  it('reads name, default, values and description from the JSON Schema', () => {
    expect(paramRows(z.toJSONSchema(params, { io: 'input' }))).toEqual([
      ['statusCodes', '[503,200]', 'list of 1..1000 integer 200..599', 'Statuses, one per POST.'],
      ['afterEnd', '"repeat_last"', '"repeat_last" | "pass"', 'What comes then.'],
      ['retryAfter', '-', 'number | string', 'Value of Retry-After.'],
      ['id', '1', 'integer', 'A whole number.'],
    ]);
  });
});
