/** Schema for the rounds of a dialogue in params: what each asks, and whether a state goes with it. */
import { z } from 'zod';
import type { Round } from '../upstream/plan.js';

const message = z.string().min(1).max(10_000).describe('What the user is asked.');

const form = z.strictObject({
  kind: z.literal('form'),
  message,
  schema: z
    .looseObject({
      type: z.literal('object'),
      properties: z.record(
        z.string(),
        z.looseObject({ type: z.enum(['string', 'number', 'integer', 'boolean', 'array']) }),
      ),
      required: z.array(z.string()).optional(),
    })
    .describe('A flat JSON Schema: an object of texts, numbers, booleans and choices.'),
});
const url = z.strictObject({ kind: z.literal('url'), message, url: z.url().max(8192) });
const sampling = z.strictObject({
  kind: z.literal('sampling'),
  params: z
    .looseObject({ messages: z.array(z.looseObject({})).min(1), maxTokens: z.int().min(1) })
    .describe('Params of `sampling/createMessage`.'),
});
const roots = z.strictObject({ kind: z.literal('roots') });

const round = z
  .strictObject({
    requests: z
      .record(
        z.string().min(1).max(128),
        z.discriminatedUnion('kind', [form, url, sampling, roots]),
      )
      .default({})
      .describe(
        'What is asked, by the key that the answer has to carry; several at once if you like.',
      ),
    state: z.boolean().default(true).describe('Whether a `requestState` goes with it.'),
  })
  .refine(({ requests, state }) => state || Object.keys(requests).length > 0, {
    error: 'A round without state has to ask for something',
    path: ['requests'],
  });

/** 1 to 20 rounds. Without state an answer tells by its keys alone which round it belongs to: they must not repeat. */
export function roundsSchema(): z.ZodType<Round[], unknown[]> {
  return z.array(round).min(1).max(20).superRefine(refuseRepeatedKeys);
}

function refuseRepeatedKeys(
  rounds: readonly z.output<typeof round>[],
  context: z.RefinementCtx<z.output<typeof round>[]>,
): void {
  const seen = new Set<string>();
  for (const [index, { requests, state }] of rounds.entries()) {
    if (state) continue;
    for (const key of Object.keys(requests)) {
      if (seen.has(key)) {
        context.addIssue({
          code: 'custom',
          message:
            'An earlier round without state asks under this key too: rename it, or set state',
          path: [index, 'requests', key],
        });
      }
      seen.add(key);
    }
  }
}
