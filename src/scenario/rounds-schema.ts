/** Schema for the rounds of a dialogue in params: what each asks, and whether a state goes with it. */
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { checkRounds } from '../upstream/dialogue-rounds.js';
import type { Round } from '../upstream/plan.js';
import { formSchema } from './form-schema.js';

const text = z.string().min(1).max(10_000).describe('What the user is asked.');

const form = z.strictObject({
  kind: z.literal('form'),
  message: text,
  schema: formSchema.describe(
    'A flat JSON Schema: an object of texts, numbers, booleans and choices.',
  ),
});
const url = z.strictObject({ kind: z.literal('url'), message: text, url: z.url().max(8192) });
const sampling = z.strictObject({
  kind: z.literal('sampling'),
  params: z
    .looseObject({ messages: z.array(z.looseObject({})).min(1), maxTokens: z.int().min(1) })
    .superRefine(checkSampling)
    .describe('Params of `sampling/createMessage`.'),
});
const roots = z.strictObject({ kind: z.literal('roots') });

const round = z.strictObject({
  requests: z
    .record(z.string().min(1).max(128), z.discriminatedUnion('kind', [form, url, sampling, roots]))
    .default({})
    .describe(
      'What is asked, by the key that the answer has to carry; several at once if you like.',
    ),
  state: z.boolean().default(true).describe('Whether a `requestState` goes with it.'),
});

/** By the protocol's own schema (client/sampling). */
function checkSampling(params: unknown, context: z.core.$RefinementCtx): void {
  const checked = specTypeSchemas.CreateMessageRequestParams['~standard'].validate(params);
  for (const { path = [], message } of checked.issues ?? []) {
    const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
    context.addIssue({ code: 'custom', path: steps, message });
  }
}

/** 1 to 20 rounds that can be told apart by what an answer carries. */
export function roundsSchema(): z.ZodType<Round[], unknown[]> {
  return z
    .array(round)
    .min(1)
    .max(20)
    .superRefine((rounds, context) => {
      for (const { path, message } of checkRounds(rounds)) {
        context.addIssue({ code: 'custom', path: [...path], message });
      }
    });
}
