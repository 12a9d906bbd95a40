/** The healthy answer, changed by JSON Patch. */
import { z } from 'zod';
import { ownTurn } from '../../exchange/hold.js';
import { type Altered, alterKind } from '../fault-kind.js';
import { alterMessages } from './alter-messages.js';
import { jsonPointer, patchedValue } from './json-pointer.js';

const pointer = jsonPointer();
const value = z.json().describe('The new value.');

const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), path: pointer, value }),
  z.strictObject({ op: z.literal('replace'), path: pointer, value }),
  z.strictObject({ op: z.literal('remove'), path: pointer }),
  z.strictObject({ op: z.literal('move'), from: pointer, path: pointer }),
  z.strictObject({ op: z.literal('copy'), from: pointer, path: pointer }),
  z.strictObject({ op: z.literal('test'), path: pointer, value }),
]);

export const rewrite = alterKind({
  kind: 'rewrite',
  summary: 'The healthy message, changed by a JSON Patch (RFC 6902).',
  fields: z.strictObject({
    patch: z
      .array(operation)
      .min(1)
      .max(1_000)
      .describe(
        'Operations on the whole JSON-RPC message, in order: `{ op: add, path: /result/x, value: 1 }`. A `test` that fails leaves the message as it is.',
      ),
    which: z
      .enum(['response', 'all'])
      .default('response')
      .describe('`all` also changes the notifications and requests of a stream.'),
  }),
  perform: async ({ patch, which }, answer, context): Promise<Altered> => {
    // Copies may take a while, and others that arrived with this request need not wait for it.
    if (patch.some(({ op }) => op === 'copy')) await ownTurn();
    const change = (text: string, message: unknown): string => {
      const patched = patchedValue(message, patch);
      return patched === null ? text : JSON.stringify(patched.value);
    };
    return alterMessages(answer, { which, change }, context);
  },
});
