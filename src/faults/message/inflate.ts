/** One member of the healthy message made huge. */
import { randomUUID } from 'node:crypto';
import { bodyPieces } from '../../exchange/body-pieces.js';
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { streamOf } from '../../exchange/stream-of.js';
import { alterKind, type Altered } from '../fault-kind.js';
import { alterMessages } from './alter-messages.js';
import { type Generated, generatedFields, jsonOf } from './generated.js';
import { jsonPointer, put } from './json-pointer.js';

export const inflate = alterKind({
  kind: 'inflate',
  summary:
    'A member of the healthy message made huge: a long text, a long list, a deep nesting, a picture.',
  fields: z
    .strictObject({
      path: jsonPointer().describe(
        'Where in the JSON-RPC message, as `add` of JSON Patch: `/result/content/0/text`, or `/result/tools/-` for one more.',
      ),
      ...generatedFields,
    })
    .refine(
      // One of them, beside the path.
      (fields) => Object.values(fields).filter((field) => field !== undefined).length === 2,
      { error: 'Give one of text, list, nest, doubling and media' },
    ),
  perform: async ({ path, ...value }, answer, context): Promise<Altered> => {
    const mark = randomUUID();
    const marked = await alterMessages(
      answer,
      {
        which: 'response',
        change: (_, message) => JSON.stringify(put(message, path, mark)),
      },
      context,
    );
    if (marked === answer || marked.isUntouched === true) return marked;
    return { ...marked, body: streamOf(filledIn(marked.body, JSON.stringify(mark), value)) };
  },
});

/** The body with what is generated in place of the mark, which never spans two pieces. */
async function* filledIn(
  body: Answer['body'],
  mark: string,
  value: Generated,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bodyPieces(body)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const at = bytes.indexOf(mark);
    if (at === -1) {
      yield piece;
      continue;
    }
    yield bytes.subarray(0, at);
    yield* jsonOf(value);
    yield bytes.subarray(at + mark.length);
  }
}
