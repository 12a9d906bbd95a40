/** The body of the answer, changed as text or bytes, without a look at what it means. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { alterKind } from '../fault-kind.js';

const text = z.string().max(1_000_000);

export const editText = alterKind({
  kind: 'edit_text',
  summary:
    'The body of the answer, changed as text: replaced, cut short, with more around it, in another encoding.',
  fields: z.strictObject({
    replace: z
      .array(z.strictObject({ find: text.min(1), with: text, all: z.boolean().default(false) }))
      .max(100)
      .default([])
      .describe('Texts to find and what to put there instead: the first place, or `all` of them.'),
    keepBytes: z.int().min(0).optional().describe('Only so many bytes of the body are sent.'),
    dropBytes: z.int().min(0).optional().describe('So many bytes at the end are left out.'),
    before: text.default('').describe('Text in front of the body.'),
    after: text.default('').describe('Text behind the body.'),
    encoding: z
      .enum(['utf-8', 'utf-16le', 'latin1'])
      .default('utf-8')
      .describe('How the text becomes bytes.'),
    bom: z.boolean().default(false).describe('Whether the body begins with a byte order mark.'),
  }),
  perform: async (fault, answer): Promise<Answer> => {
    let changed = await textOf(answer.body);
    for (const { find, with: replacement, all } of fault.replace) {
      changed = all
        ? changed.replaceAll(find, () => replacement)
        : changed.replace(find, () => replacement);
    }
    const whole = `${fault.bom ? '\uFEFF' : ''}${fault.before}${changed}${fault.after}`;
    const bytes = Buffer.from(whole, ENCODINGS[fault.encoding]);
    const end = Math.min(fault.keepBytes ?? Infinity, bytes.byteLength - (fault.dropBytes ?? 0));
    return { ...answer, body: new Uint8Array(bytes.subarray(0, Math.max(0, end))) };
  },
});

const ENCODINGS = { 'utf-8': 'utf8', 'utf-16le': 'utf16le', latin1: 'latin1' } as const;

/** A stream is read to its end. */
export async function textOf(body: Answer['body']): Promise<string> {
  if (body === null) return '';
  if (typeof body === 'string') return body;
  return new Response(body).text();
}
